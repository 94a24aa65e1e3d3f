import type { NamespaceId } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import type { Wallet } from '../wallets/wallet.js'
import { accountMethods } from './familyAddresses.js'
import type { ScriptedWallet } from './scriptedWallet.js'

export type WalletContract = {
  readonly namespace: NamespaceId
  /** A fresh wallet, and the script that plays its far end. */
  create(): Promise<{
    wallet: Wallet
    far: ScriptedWallet
    emit(event: 'accountsChanged', data: unknown): void | Promise<void>
    /** Left out where the far end cannot be told: the answer is dropped here. */
    aborted?(): readonly string[]
  }>
  /** A method that a user answers. */
  readonly method: string
  /** Two lists of accounts, one after the other. */
  readonly changes?: readonly [unknown, unknown]
}

/** A relay and a wallet at the other end take their time. Milliseconds. */
const timeout = 20_000

/** What every {@link Wallet} keeps to, wherever it lives. */
export function walletContract(name: string, { namespace, create, method, changes = [['a'], ['b']] }: WalletContract): void {
  const [asking] = accountMethods[namespace]
  const ask = (wallet: Wallet, signal?: AbortSignal) =>
    wallet.request({ namespace, networkId: null, method, params: ['x'], ...(signal ? { signal } : {}) })

  describe(`Wallet contract: ${name}, ${namespace}`, { timeout }, () => {
    test('behavior: connect gives accounts and the network that they are on', async () => {
      const { wallet } = await create()
      const { accounts, networkId } = await wallet.connect({ namespace, networkIds: [] })
      expect(accounts[0]).toMatchObject({ namespace })
      expect(networkId.startsWith(`${namespace}:`)).toBe(true)
    })

    test('behavior: reconnecting asks for nothing that a user would see', async () => {
      const { wallet, far } = await create()
      await wallet.connect({ namespace, networkIds: [], isReconnecting: true })
      const silent = far.calls.filter(({ params }) => Reflect.get(Object(params), 'silent') === true)
      expect(far.calls.filter((call) => call.method === asking && !silent.includes(call))).toEqual([])
    })

    test('behavior: a request carries its parameters there and its result back, once', async () => {
      const { wallet, far } = await create()
      far.replies = { [method]: { signed: true } }
      expect(await ask(wallet)).toEqual({ signed: true })
      expect(far.calls).toEqual([{ method, params: ['x'] }])
    })

    test('error: code, message and data arrive untouched', async () => {
      const { wallet, far } = await create()
      far.replies = {
        [method]: () => {
          throw Object.freeze({ code: 4001, message: 'No thanks', data: { why: 'fees' } })
        },
      }
      await expect(ask(wallet)).rejects.toMatchObject({ code: 4001, message: 'No thanks', data: { why: 'fees' } })
    })

    test('behavior: an abort reaches the far end', async () => {
      const { wallet, far, aborted } = await create()
      far.replies = { [method]: () => new Promise(() => {}) }
      const control = new AbortController()
      const request = ask(wallet, control.signal)
      control.abort()
      await expect(request).rejects.toMatchObject({ code: 4001 })
      if (aborted) expect(aborted()).toEqual([method])
    })

    test('behavior: events reach who listens, until they stop', async () => {
      const { wallet, emit } = await create()
      const [heard, all]: [unknown[], unknown[]] = [[], []]
      const unsubscribe = wallet.subscribe(({ data }) => heard.push(data))
      wallet.subscribe(({ data }) => all.push(data))
      await emit('accountsChanged', changes[0])
      await vi.waitFor(() => expect(all).toHaveLength(1), timeout)
      unsubscribe()
      await emit('accountsChanged', changes[1])
      await vi.waitFor(() => expect(all).toHaveLength(2), timeout)
      expect(heard).toEqual(all.slice(0, 1))
    })
  })
}
