import { useEffect, useRef } from 'react'
import { leaveVideo, stopScan, watchVideo } from '../../features/money/send/scan/scan.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { scanStore } from '../../state/scan.js'
import { Button } from '../../ui/Button.js'
import { announce } from '../../ui/live.js'

/** What the camera sees, in the place of the field that it fills. */
export function Scanner() {
  const dialog = useDialog()
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const cancel = useRef<HTMLDivElement>(null)
  const state = useDialogStore(scanStore)
  const stream = state.status === 'running' ? state.stream : undefined
  const said = t(state.status === 'running' ? `scan.${state.hint ?? 'running'}` : 'scan.asking')
  const [track] = stream?.getVideoTracks() ?? []
  // As in a mirror, where one looks at oneself.
  const isMirror = track !== undefined && track.getSettings().facingMode !== 'environment'

  useEffect(() => (stream && video.current ? watchVideo(dialog, video.current, stream) : undefined), [dialog, stream])
  useEffect(() => {
    cancel.current?.querySelector('button')?.focus({ preventScroll: true })
    return () => leaveVideo(dialog)
  }, [dialog])
  useEffect(() => announce(dialog, said), [said, dialog])
  return (
    <div className="scanner">
      <div className={`finder ${isMirror ? 'mirrored' : ''}`} aria-hidden="true">
        <video ref={video} muted playsInline />
      </div>
      <p className="center t-label">{said}</p>
      <div className="center" ref={cancel}>
        <Button kind="text" onClick={() => stopScan(dialog)}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}
