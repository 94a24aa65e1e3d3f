import type { Namespace } from '../namespace.js'
import { formatAddress, isAddress } from './address.js'
import { balance } from './balance.js'
import { connect, disconnect } from './connect.js'
import { readEvent } from './events.js'
import { addNetwork, switchNetwork } from './networks.js'

/** EVM chains. */
export const eip155: Namespace = {
  id: 'eip155',
  isAddress,
  formatAddress,
  connect,
  disconnect,
  readEvent,
  switchNetwork,
  addNetwork,
  balance,
}
