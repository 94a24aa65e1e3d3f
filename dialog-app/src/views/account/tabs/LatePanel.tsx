import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { useT } from '../../../lib/i18n.js'
import { Note } from '../../../ui/Note.js'
import { useSkeleton } from '../../../ui/Skeleton.js'
import { Waiting } from './Waiting.js'

type LatePanelProps = { readonly load: () => Promise<ComponentType>; readonly label: string }

/** A tab's content whose code comes when the tab is chosen. */
export function LatePanel({ load, label }: LatePanelProps) {
  const t = useT()
  const [Panel, setPanel] = useState<ComponentType>()
  const [failed, setFailed] = useState(false)
  const skeleton = useSkeleton(!Panel)
  const bring = useCallback(() => {
    setFailed(false)
    load().then(
      (loaded) => setPanel(() => loaded),
      () => setFailed(true),
    )
  }, [load])
  useEffect(bring, [bring])
  if (Panel) return <Panel />
  if (!failed) return skeleton === 'show' ? <Waiting label={label} /> : null
  return (
    <Note icon="alert" title={t('account.partFailed')}>
      <button type="button" className="btn-inline note-action" onClick={bring}>
        {t('common.tryAgain')}
      </button>
    </Note>
  )
}
