import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Note } from '../../ui/Note.js'
import { useAppName } from '../useAppName.js'

/** The wallet is on a network that the page does not use; the door is right here. */
export function UnsupportedNote() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  return (
    <Note icon="alert" tone="warning" title={t('account.unsupported', { app })}>
      <button type="button" className="btn-inline note-action" onClick={() => push(dialog, 'Networks')}>
        {t('account.chooseNetwork')}
      </button>
    </Note>
  )
}
