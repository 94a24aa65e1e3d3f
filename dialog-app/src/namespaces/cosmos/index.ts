import type { Namespace } from '../namespace.js'
import { notifyDisconnect, switchByAccounts } from '../networkChoice.js'
import { formatAddress, isAddress } from './address.js'
import { connect, namespace } from './connect.js'
import { readEvent } from './events.js'
import { signIn } from './signIn.js'

/** Cosmos chains. */
export const cosmos: Namespace = {
  id: namespace,
  isAddress,
  formatAddress,
  connect,
  disconnect: notifyDisconnect(namespace),
  readEvent,
  // A chain that the wallet has not opened for this site yet has no accounts for it: its user is asked.
  switchNetwork: switchByAccounts(connect, { prompts: true }),
  signIn,
}
