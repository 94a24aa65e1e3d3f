import { alerts } from '@latchkey/protocol'
import { settingsStore } from '../state/settings.js'
import { showAlert } from './alert.js'
import { remoteKnown } from './remoteSettings.js'

/** The page asked for something that takes several wallets: whoever builds it is told when that is not switched on. */
export async function checkMultiWallet(): Promise<void> {
  await remoteKnown
  if (settingsStore.getState().features.multiWallet) return
  showAlert({
    title: alerts.multiWalletNotEnabled,
    detail: 'Set features.multiWallet, or switch multi_wallet on in the project’s settings.',
    developer: true,
    tone: 'info',
  })
}
