import { useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { uiStore } from '../../state/ui.js'
import { Note } from '../../ui/Note.js'

/** The list stays readable; the sentence explains, and goes away by itself. */
export function Offline() {
  const t = useT()
  const online = useDialogStore(uiStore, (state) => state.online)
  if (online) return null
  return (
    <Note icon="offline" title={t('shell.offlineTitle')}>
      {t('shell.offlineBody')}
    </Note>
  )
}
