import type { WalletEvent } from '@latchkey/protocol'
import { modernId } from '../deprecatedIds.js'
import type { Change } from '../namespace.js'
import { readNetworkId } from '../networkChoice.js'
import { uniqueAccounts } from '../uniqueAccounts.js'
import { namespace, readOffers } from './connect.js'

/** The first 32 characters of a genesis hash (CAIP-2, solana). */
const reference = /^[1-9A-HJ-NP-Za-km-z]{32}$/

/** Reads what a Solana wallet did by itself. */
export function readEvent({ event, data }: WalletEvent): Change | undefined {
  if (event === 'disconnect') return { type: 'disconnected' }
  if (event === 'accountsChanged') {
    if (!Array.isArray(data)) return undefined
    const accounts = readOffers(data).map(({ account }) => account)
    if (data.length > 0 && accounts.length === 0) return undefined
    return { type: 'accounts', accounts: uniqueAccounts(accounts) }
  }
  const networkId = event === 'chainChanged' ? readNetworkId(namespace, data, reference) : undefined
  return networkId && { type: 'network', networkId: modernId(networkId) }
}
