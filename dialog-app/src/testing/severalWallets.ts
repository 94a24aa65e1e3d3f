import type { Account, NamespaceId, WalletEvent } from '@latchkey/protocol'
import type { Namespace } from '../namespaces/namespace.js'
import type { Wallet } from '../wallets/wallet.js'

/*
 * For tests with several chain families: a family as bare as it can be, and seeded chance.
 */

/** A family whose wallets answer `accounts` with addresses, and that needs no wallet to switch networks. */
export function bareFamily(id: NamespaceId): Namespace {
  const accountsOf = (value: unknown): readonly Account[] =>
    (Array.isArray(value) ? value : []).map((address) => ({ namespace: id, address: String(address), type: 'eoa' }))
  return {
    id,
    isAddress: () => true,
    formatAddress: (address) => address,
    async connect(wallet: Wallet, { networkIds }) {
      const accounts = accountsOf(await wallet.request({ namespace: id, networkId: null, method: 'accounts', params: [] }))
      return { accounts, networkId: networkIds.find((one) => one.startsWith(`${id}:`)) ?? `${id}:none` }
    },
    readEvent({ event, data }: WalletEvent) {
      if (event === 'accountsChanged') return { type: 'accounts', accounts: accountsOf(data) }
      if (event === 'chainChanged') return { type: 'network', networkId: `${id}:${String(data)}` }
      return event === 'disconnect' ? { type: 'disconnected' } : undefined
    },
  }
}

/** Mulberry32: the same sequences on every machine. Gives whole numbers below `below`. */
export function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) % below
  }
}
