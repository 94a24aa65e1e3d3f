import { alerts } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { showAlert } from '../notices/alert.js'
import { remoteKnown } from '../settings/remoteSettings.js'

/** The page asked for something that takes several wallets: whoever builds it is told when that is not switched on. */
export async function checkMultiWallet(dialog: Dialog): Promise<void> {
  await remoteKnown(dialog)
  if (settingsStore(dialog).getState().features.multiWallet) return
  showAlert(dialog, {
    title: alerts.multiWalletNotEnabled,
    detail: 'Set features.multiWallet, or switch multi_wallet on in the project’s settings.',
    developer: true,
    tone: 'info',
  })
}
