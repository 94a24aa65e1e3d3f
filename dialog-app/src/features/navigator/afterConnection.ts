import type { Network } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { connectingStore } from '../../state/connecting.js'
import { findNetwork } from '../../state/networks.js'
import { uiStore } from '../../state/ui.js'
import type { Wallet } from '../../wallets/wallet.js'
import { guardsNetwork } from '../networks/guardNetwork.js'
import { closeDialog } from './close.js'
import { popWhile, replace, reset } from './viewStack.js'

/** Ring closes, tick draws, hold: milliseconds until the dialog goes on by itself. */
export const tick = 180 + 160 + 450

/** A connection on a network that the page does not use is not done yet. */
export function moveOn(dialog: Dialog, { networkId }: Wallet.Connection) {
  if (!uiStore(dialog).getState().open) return
  const target = findNetwork(dialog, connectingStore(dialog).getState().target)
  if (target && target.caipNetworkId !== findNetwork(dialog, networkId)?.caipNetworkId) void goOnTo(dialog, target)
  else if (!findNetwork(dialog, networkId) && guardsNetwork(dialog)) replace(dialog, 'UnsupportedChain')
  // Who came to add a wallet wants to see it beside the others.
  else if (!popWhile(dialog, (name) => name !== 'ProfileWallets')) closeDialog(dialog, { force: true })
}

/** The wallet was wanted for a network, and is on another one. */
async function goOnTo(dialog: Dialog, target: Network): Promise<void> {
  const { chooseNetwork } = await import('../networks/switchNetwork.js')
  reset(dialog, 'Account')
  chooseNetwork(dialog, target)
}
