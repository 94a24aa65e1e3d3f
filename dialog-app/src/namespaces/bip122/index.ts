import type { Namespace } from '../namespace.js'
import { notifyDisconnect, switchByAccounts } from '../networkChoice.js'
import { formatAddress, isAddress } from './address.js'
import { connect, namespace } from './connect.js'
import { readEvent } from './events.js'
import { signIn } from './signIn.js'

/** Bitcoin. */
export const bip122: Namespace = {
  id: namespace,
  isAddress,
  formatAddress,
  connect,
  disconnect: notifyDisconnect(namespace),
  readEvent,
  switchNetwork: switchByAccounts(connect),
  // Nodes do not pass on outputs of less (Bitcoin Core, the dust limit of the kind of output that costs the most to spend).
  leastTransfer: 546n,
  signIn,
  paymentCodes: async () => (await import('./paymentCodes.js')).paymentCodes,
}
