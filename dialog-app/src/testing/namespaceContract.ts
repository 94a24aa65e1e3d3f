import { type CaipNetworkId, mainNetworkIds, namespaceOf } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Namespace } from '../namespaces/namespace.js'
import type { Wallet } from '../wallets/wallet.js'
import { accountMethods } from './familyAddresses.js'
import { type ScriptedWallet, scriptedWallet } from './scriptedWallet.js'

export type NamespaceContract = {
  readonly namespace: Namespace
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
  /** Every spelling of one address, and its canonical one. */
  readonly spellings: { readonly canonical: string; readonly others: readonly string[] }
  /** A network of the family that the scripted wallet has accounts on. */
  readonly networkId: CaipNetworkId
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
export function namespaceContract({ namespace, valid, invalid, spellings, networkId: wanted }: NamespaceContract): void {
  const [asking, silent] = accountMethods[namespace.id]
  const foreign = Object.values(mainNetworkIds).filter((id) => namespaceOf(id) !== namespace.id)
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

    test('behavior: so does one that offers a sign-in; a wallet that does not know it connects all the same', async () => {
      const far = scriptedWallet()
      const signIn = { domain: 'app.example', uri: 'https://app.example', nonce: 'nonce00000001', issuedAt: '2026-01-01T00:00:00.000Z' }
      const connecting = namespace.connect(walletOf(far), { networkIds: [wanted], signIn })
      expect(far.calls.length).toBe(1)
      const { accounts, signed } = await connecting
      expect(accounts.length).toBeGreaterThan(0)
      expect(signed).toBeUndefined()
    })

    test('behavior: accounts are in the canonical spelling, on a network of the family', async () => {
      const { accounts, networkId } = await namespace.connect(walletOf(scriptedWallet()), { networkIds: [] })
      expect(accounts.length).toBeGreaterThan(0)
      for (const { address } of accounts) expect(await namespace.formatAddress(address)).toBe(address)
      expect(networkId.startsWith(`${namespace.id}:`)).toBe(true)
    })

    test('behavior: connects on the network that is wanted, and gives each account once', async () => {
      const far = scriptedWallet()
      const twice = async (params: unknown) => {
        const list = (await scriptedWallet().request(asking, params)) as readonly unknown[]
        return [...list, ...list, null, {}, 7]
      }
      far.replies = { [asking]: twice }
      const once = await namespace.connect(walletOf(scriptedWallet()), { networkIds: [wanted] })
      expect(once.networkId).toBe(wanted)
      expect(await namespace.connect(walletOf(far), { networkIds: [...foreign, wanted] })).toEqual(once)
    })

    test('behavior: reconnecting asks silently, and again while the wallet wakes up', async () => {
      const far = scriptedWallet()
      const answer = await far.request(silent, {})
      far.calls.length = 0
      let tries = 0
      const wakingUp = () => {
        tries += 1
        if (tries === 1) throw { code: -32603, message: 'Not ready' }
        return tries === 2 ? [] : answer
      }
      far.replies = { [silent]: wakingUp }
      const { accounts } = await namespace.connect(walletOf(far), { networkIds: [wanted], isReconnecting: true })
      expect(accounts.length).toBeGreaterThan(0)
      expect(tries).toBe(3)
      for (const { method, params } of far.calls) expect(method !== asking || Reflect.get(Object(params), 'silent') === true).toBe(true)
    })

    test('error: no accounts, and a refusal in the wallet’s own words', async () => {
      const connect = (reply: unknown) => namespace.connect(walletOf(scriptedWallet({ [asking]: reply })), { networkIds: [wanted] })
      await expect(connect([])).rejects.toMatchObject({ code: -32001, data: { reason: 'no_accounts' } })
      const refuse = () => {
        throw { code: 4001, message: 'No thanks' }
      }
      await expect(connect(refuse)).rejects.toMatchObject({ code: 4001, message: 'No thanks' })
    })

    test('behavior: disconnecting tells the wallet', async () => {
      const far = scriptedWallet()
      await namespace.disconnect?.(walletOf(far))
      expect(far.calls).toHaveLength(1)
    })

    test('behavior: an event of the wallet’s accounts means what connecting gives', async () => {
      const far = scriptedWallet()
      const { accounts, networkId } = await namespace.connect(walletOf(far), { networkIds: [wanted] })
      const data = await far.request(silent, {})
      const read = { walletId: 'io.test', namespace: namespace.id, event: 'accountsChanged' as const, data }
      expect(await namespace.readEvent(read, networkId)).toEqual({ type: 'accounts', accounts })
      expect(await event('disconnect', undefined)).toEqual({ type: 'disconnected' })
    })

    test('behavior: an empty list of accounts is a change, nonsense is none', async () => {
      expect(await event('accountsChanged', [])).toEqual({ type: 'accounts', accounts: [] })
      for (const data of [undefined, null, 'x', 1, {}]) expect(await event('accountsChanged', data)).toBeUndefined()
      for (const data of [undefined, null, {}, [], 'x', -1]) expect(await event('chainChanged', data)).toBeUndefined()
    })
  })
}
