import type { Namespace } from '../namespace.js'
import { notifyDisconnect, switchByAccounts } from '../networkChoice.js'
import { formatAddress, isAddress } from './address.js'
import { connect, namespace } from './connect.js'
import { readEvent } from './events.js'
import { signIn } from './signIn.js'

/** Polkadot and other Substrate chains. */
export const polkadot: Namespace = {
  id: namespace,
  isAddress,
  formatAddress,
  connect,
  disconnect: notifyDisconnect(namespace),
  readEvent,
  switchNetwork: switchByAccounts(connect),
  signIn,
}
