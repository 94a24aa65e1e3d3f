import { securityMethod } from '@latchkey/protocol'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { dismissApproval } from '../features/embedded/approvals.js'
import { embedded } from '../features/embedded/embedded.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { approvalStore } from '../state/approval.js'
import { uiStore } from '../state/ui.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Ring } from '../ui/Ring.js'
import { Spinner } from '../ui/Spinner.js'
import { Hero, ListView } from '../ui/templates.js'
import { useAppName } from './useAppName.js'
import './approve/approve.css'

/** The card has stopped moving when its place was the same for this many animation frames. */
const stillFrames = 4

/**
 * Keeps the secure frame exactly over `place`, once that stands still: while the card moves, nothing may be on top of what a user approves.
 */
function useFrameOver(place: { readonly current: HTMLElement | null }, active: boolean): void {
  const dialog = useDialog()
  useLayoutEffect(() => {
    if (!active) return
    const { frame } = embedded(dialog)
    let last = ''
    let shown = ''
    let same = 0
    let next = 0
    const look = () => {
      next = requestAnimationFrame(look)
      const box = place.current?.getBoundingClientRect()
      if (!box) return
      const { x, y, width, height } = box
      const now = [x, y, width, height].join(' ')
      same = now === last ? same + 1 : 0
      last = now
      if (same < stillFrames || now === shown) return
      shown = now
      frame.place({ x, y, width, height })
      frame.focus()
    }
    look()
    return () => {
      cancelAnimationFrame(next)
      frame.place(null)
    }
  }, [place, active, dialog])
}

/** Room for the secure frame, which draws the question and its buttons itself: nothing of it is ours to draw. */
export function ApproveTransaction() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const { approval, height, alive } = useDialogStore(approvalStore)
  const open = useDialogStore(uiStore, (state) => state.open)
  const place = useRef<HTMLDivElement>(null)
  useFrameOver(place, open && alive && approval !== null)
  useEffect(() => {
    if (!alive) announce(dialog, `${t('approve.lostTitle')}. ${t('approve.lostBody', { app })}`, 'assertive')
  }, [alive, app, t, dialog])
  if (!alive)
    return (
      <Hero
        title={t('approve.title')}
        icon={
          <Ring state="stop" shape="circle" mark={{ icon: 'close', tone: 'negative' }}>
            <span className="g g-72">
              <Icon name="lock" />
            </span>
          </Ring>
        }
        heading={t('approve.lostTitle')}
        body={t('approve.lostBody', { app })}
        hold
        footer={<Button onClick={() => dismissApproval(dialog)}>{t('approve.lostAction')}</Button>}
      />
    )
  const queue = approval && approval.total > 1 ? t('approve.queue', { position: approval.position, total: approval.total }) : null
  return (
    <ListView
      title={t(approval?.method === securityMethod ? 'security.title' : 'approve.title')}
      bar={queue && <p className="t-micro muted approve-queue">{queue}</p>}
    >
      <div ref={place} className="approve-place" style={{ blockSize: height }} data-approval={approval?.requestId}>
        <p className="approve-loading muted" role="status">
          <Spinner /> {t('approve.loading')}
        </p>
      </div>
    </ListView>
  )
}
