import type { Dialog } from '../../lib/dialog.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Button } from '../../ui/Button.js'

/** Few users come this way: fetched by the tap. Offline, the next tap tries again. */
const unlock = (dialog: Dialog) =>
  void import('../../features/embedded/security.js').then(
    ({ unlockWallet }) => unlockWallet(dialog),
    () => {},
  )

/** The way on for a device that the wallet does not know: its passkey or its recovery code. */
export function UnlockButton() {
  const dialog = useDialog()
  const t = useT()
  return <Button onClick={() => unlock(dialog)}>{t('security.unlock')}</Button>
}
