import { useT } from '../../lib/i18n.js'
import { Button } from '../../ui/Button.js'

/** Few people come this way: fetched by the tap. Offline, the next tap tries again. */
const unlock = () =>
  void import('../../features/embedded/security.js').then(
    ({ unlockWallet }) => unlockWallet(),
    () => {},
  )

/** The way on for a device that the wallet does not know: its passkey or its recovery code. */
export function UnlockButton() {
  const t = useT()
  return <Button onClick={unlock}>{t('security.unlock')}</Button>
}
