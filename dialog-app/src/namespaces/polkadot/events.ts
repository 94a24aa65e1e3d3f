import type { CaipNetworkId, WalletEvent } from '@latchkey/protocol'
import type { Change } from '../namespace.js'
import { readNetworkId } from '../networkChoice.js'
import { accountsOn, namespace, readOffers } from './connect.js'

/** The first 32 digits of the genesis hash (CAIP-2, polkadot). */
const reference = /^[0-9a-f]{32}$/

/** Reads what a Polkadot wallet did by itself. Accounts that are for another chain than the connection's do not count. */
export function readEvent({ event, data }: WalletEvent, networkId?: CaipNetworkId): Change | undefined {
  if (event === 'disconnect') return { type: 'disconnected' }
  if (event === 'accountsChanged')
    return Array.isArray(data) ? { type: 'accounts', accounts: accountsOn(readOffers(data), networkId) } : undefined
  const moved = event === 'chainChanged' ? readNetworkId(namespace, data, reference) : undefined
  return moved && { type: 'network', networkId: moved }
}
