import type { Network } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { connectingStore } from '../../state/connecting.js'
import { findNetwork } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import type { DialogEvents } from '../events/dialogEvents.js'
import { closeDialog } from './close.js'
import { guardsNetwork } from './guardsNetwork.js'
import { hold } from './hold.js'
import { popWhile } from './popWhile.js'
import { replace, reset } from './viewStack.js'

type Connected = DialogEvents['connected']

/** A connection is seen for a moment; then the dialog goes on by itself, if the user is still there. */
export function afterConnection(dialog: Dialog, connected: Connected): void {
  const { isShown } = connected
  if (isShown) after(dialog, hold, () => isShown() && moveOn(dialog, connected))
  else moveOn(dialog, connected)
}

/** A connection on a network that the page does not use is not done yet. */
function moveOn(dialog: Dialog, { networkId }: Connected): void {
  if (!uiStore(dialog).getState().open) return
  if (settingsStore(dialog).getState().options.siwx)
    void import('../siwx/startSiwx.js').then(({ isSignInDue }) => isSignInDue(dialog)).then((isDue) => isDue || goOn(dialog, networkId))
  else goOn(dialog, networkId)
}

function goOn(dialog: Dialog, networkId: Connected['networkId']): void {
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
