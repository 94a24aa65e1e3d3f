import { describe, expect, test } from 'vitest'
import type { Namespace } from '../namespaces/namespace.js'
import type { Wallet } from '../wallets/wallet.js'
import { type ScriptedWallet, scriptedWallet } from './scriptedWallet.js'

export type NamespaceContract = {
  readonly namespace: Namespace
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
  /** Every spelling of one address, and its canonical one. */
  readonly spellings: { readonly canonical: string; readonly others: readonly string[] }
}

/** A wallet whose requests go straight to a script. */
export function walletOf(far: ScriptedWallet): Wallet {
  return {
    info: { id: 'io.test', name: 'Test', kind: 'host' },
    kind: 'host',
    connect: () => Promise.reject(new Error('not used here')),
    disconnect: () => Promise.resolve(),
    request: ({ method, params }) => far.request(method, params),
    subscribe: () => () => {},
  }
}

/** What every {@link Namespace} keeps to. */
export function namespaceContract({ namespace, valid, invalid, spellings }: NamespaceContract): void {
  const event = async (name: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect', data: unknown) =>
    namespace.readEvent({ walletId: 'io.test', namespace: namespace.id, event: name, data })

  describe(`Namespace contract: ${namespace.id}`, () => {
    test.each(valid)('behavior: %s is an address', (address) => expect(namespace.isAddress(address)).toBe(true))
    test.each(invalid)('error: "%s" is no address', (address) => expect(namespace.isAddress(address)).toBe(false))

    test('behavior: one address has one spelling', async () => {
      for (const spelling of spellings.others) expect(await namespace.formatAddress(spelling)).toBe(spellings.canonical)
    })

    test('behavior: the request for accounts leaves in the same tick', () => {
      const far = scriptedWallet()
      void namespace.connect(walletOf(far), { networkIds: [] })
      expect(far.calls.length).toBe(1)
    })

    test('behavior: accounts are in the canonical spelling, on a network of the family', async () => {
      const { accounts, networkId } = await namespace.connect(walletOf(scriptedWallet()), { networkIds: [] })
      expect(accounts.length).toBeGreaterThan(0)
      for (const { address } of accounts) expect(await namespace.formatAddress(address)).toBe(address)
      expect(networkId.startsWith(`${namespace.id}:`)).toBe(true)
    })

    test('behavior: an empty list of accounts is a change, nonsense is none', async () => {
      expect(await event('accountsChanged', [])).toEqual({ type: 'accounts', accounts: [] })
      for (const data of [undefined, null, 'x', 1, {}]) expect(await event('accountsChanged', data)).toBeUndefined()
      for (const data of [undefined, null, {}, [], 'x', -1]) expect(await event('chainChanged', data)).toBeUndefined()
    })
  })
}
