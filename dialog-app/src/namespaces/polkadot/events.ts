import type { CaipNetworkId, WalletEvent } from '@latchkey/protocol'
import type { Change } from '../namespace.js'
import { readNetworkId } from '../networkChoice.js'
import { accountsOn, namespace, readOffers } from './connect.js'

/** The first 32 digits of the genesis hash (CAIP-2, polkadot). */
const reference = /^[0-9a-f]{32}$/

/** Reads what a Polkadot wallet did by itself. Accounts that are for another chain than the connection's do not count. */
export function readEvent({ event, data }: WalletEvent, networkId?: CaipNetworkId): Change | undefined {
  if (event === 'disconnect') return { type: 'disconnected' }
  if (event === 'accountsChanged') {
    if (!Array.isArray(data)) return undefined
    const offers = readOffers(data)
    if (data.length > 0 && offers.length === 0) return undefined
    return { type: 'accounts', accounts: accountsOn(offers, networkId) }
  }
  const moved = event === 'chainChanged' ? readNetworkId(namespace, data, reference) : undefined
  return moved && { type: 'network', networkId: moved }
}
