import type { Network } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'

/** The user wants to be on another network, from a view that needs the code for that only then. */
export function goToNetwork(dialog: Dialog, network: Network): void {
  import('./switchNetwork.js').then(
    ({ chooseNetwork }) => chooseNetwork(dialog, network),
    () => {},
  )
}
