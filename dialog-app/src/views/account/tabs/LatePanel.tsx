import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { perDialog } from '../../../lib/dialog.js'
import { useT } from '../../../lib/i18n.js'
import { useDialog } from '../../../lib/useDialog.js'
import { Note } from '../../../ui/Note.js'
import { useSkeleton } from '../../../ui/Skeleton.js'
import { Waiting } from './Waiting.js'

type LatePanelProps = { readonly load: () => Promise<ComponentType>; readonly label: string }

/** What has arrived: drawn at once at the next opening. */
const arrived = perDialog(() => new Map<LatePanelProps['load'], ComponentType>())

/** A tab's content whose code comes when the tab is chosen. */
export function LatePanel({ load, label }: LatePanelProps) {
  const dialog = useDialog()
  const t = useT()
  const [Panel, setPanel] = useState(() => arrived(dialog).get(load))
  const [failed, setFailed] = useState(false)
  const skeleton = useSkeleton(!Panel)
  const bring = useCallback(() => {
    setFailed(false)
    load().then(
      (loaded) => {
        arrived(dialog).set(load, loaded)
        setPanel(() => loaded)
      },
      () => setFailed(true),
    )
  }, [load, dialog])
  useEffect(() => {
    if (!arrived(dialog).has(load)) bring()
  }, [load, bring, dialog])
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
