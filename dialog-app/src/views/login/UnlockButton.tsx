import { unlockWallet } from '../../features/embedded/security.js'
import { useT } from '../../lib/i18n.js'
import { Button } from '../../ui/Button.js'

/** The way on for a device that the wallet does not know: its passkey or its recovery code. */
export function UnlockButton() {
  const t = useT()
  return <Button onClick={() => void unlockWallet()}>{t('security.unlock')}</Button>
}
