import type { NamespaceId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Wallet } from '../wallets/wallet.js'
import type { ScriptedWallet } from './scriptedWallet.js'

export type WalletContract = {
  readonly namespace: NamespaceId
  /** A fresh wallet, and the script that plays its far end. */
  create(): Promise<{
    wallet: Wallet
    far: ScriptedWallet
    emit(event: 'accountsChanged', data: unknown): void
    aborted(): readonly string[]
  }>
  /** A method that a person answers. */
  readonly method: string
}

/** What every {@link Wallet} keeps to, wherever it lives. */
export function walletContract(name: string, { namespace, create, method }: WalletContract): void {
  const ask = (wallet: Wallet, signal?: AbortSignal) =>
    wallet.request({ namespace, networkId: null, method, params: ['x'], ...(signal ? { signal } : {}) })

  describe(`Wallet contract: ${name}`, () => {
    test('behavior: connect gives accounts and the network that they are on', async () => {
      const { wallet } = await create()
      const { accounts, networkId } = await wallet.connect({ namespace, networkIds: [] })
      expect(accounts[0]).toMatchObject({ namespace })
      expect(networkId.startsWith(`${namespace}:`)).toBe(true)
    })

    test('behavior: reconnecting asks for nothing that a person would see', async () => {
      const { wallet, far } = await create()
      await wallet.connect({ namespace, networkIds: [], isReconnecting: true })
      expect(far.methods()).not.toContain('eth_requestAccounts')
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
      expect(aborted()).toEqual([method])
    })

    test('behavior: events reach who listens, until they stop', async () => {
      const { wallet, emit } = await create()
      const heard: unknown[] = []
      const off = wallet.subscribe(({ data }) => heard.push(data))
      emit('accountsChanged', ['a'])
      off()
      emit('accountsChanged', ['b'])
      expect(heard).toEqual([['a']])
    })
  })
}
