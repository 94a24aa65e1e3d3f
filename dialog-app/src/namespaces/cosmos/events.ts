import type { CaipNetworkId, WalletEvent } from '@latchkey/protocol'
import type { Change } from '../namespace.js'
import { readNetworkId } from '../networkChoice.js'
import { accountsOn, namespace, readOffers } from './connect.js'

/** A chain's id, or `hashed-` and a part of its hash (CAIP-2, cosmos). No chain is named by a single letter. */
const reference = /^[-a-zA-Z0-9]{3,32}$/

/** Reads what a Cosmos wallet did by itself. Accounts of other chains than the connection's do not count. */
export function readEvent({ event, data }: WalletEvent, networkId?: CaipNetworkId): Change | undefined {
  if (event === 'disconnect') return { type: 'disconnected' }
  if (event === 'accountsChanged') {
    if (!Array.isArray(data)) return undefined
    const offers = readOffers(data)
    if (data.length > 0 && offers.length === 0) return undefined
    return { type: 'accounts', accounts: accountsOn(offers, networkId ?? offers[0]?.networkId) }
  }
  const moved = event === 'chainChanged' ? readNetworkId(namespace, data, reference) : undefined
  return moved && { type: 'network', networkId: moved }
}
