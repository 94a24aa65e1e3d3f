import { useConsentMissing } from '../features/connect/consent.js'
import { useAllWallets } from '../features/connect/rows.js'
import { push, reset } from '../features/navigator/view.js'
import { retryPairing } from '../features/walletConnect/lazy.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { pairingStore } from '../state/pairing.js'
import { walletsStore } from '../state/wallets.js'
import { Button } from '../ui/Button.js'
import { WalletIcon } from '../ui/Picture.js'
import { ListView } from '../ui/templates.js'
import { Code } from './walletConnect/Code.js'
import { Ended, isEnded } from './walletConnect/Ended.js'
import './walletConnect/walletConnect.css'

/** Wallets whose pictures stand for all of them. */
const shown = 5

/** A code for any wallet that speaks WalletConnect. */
export function ConnectingWalletConnectBasic() {
  const dialog = useDialog()
  const t = useT()
  const phase = useDialogStore(pairingStore, (state) => state.phase)
  const listed = useDialogStore(walletsStore, (state) => state.listed)
  const all = useAllWallets()
  const unread = useConsentMissing()
  if (isEnded(phase)) return <Ended phase={phase} />
  const dead = phase === 'unreachable' || phase === 'expired'
  const more = all && (
    // Another button than "Try again" before: a second press must not lead away.
    <Button key="all" kind="soft" focusKey="all" onClick={() => push(dialog, 'AllWallets')}>
      {t('connect.allWallets')}
    </Button>
  )
  const again = (
    <>
      <Button onClick={() => retryPairing(dialog)}>{t(phase === 'expired' ? 'pair.newCode' : 'common.tryAgain')}</Button>
      <Button kind="text" onClick={() => reset(dialog, 'Connect')}>
        {t('pair.useBrowser')}
      </Button>
    </>
  )
  return (
    <ListView title={t('pair.title')} tight footer={dead ? again : more}>
      <Code />
      {/* The check box needs its room. */}
      {!dead && !unread && (
        <div className="wallets-line" aria-hidden="true">
          {listed.slice(0, shown).map(({ id, name, icon }) => (
            <WalletIcon key={id} src={icon} name={name} />
          ))}
        </div>
      )}
    </ListView>
  )
}
