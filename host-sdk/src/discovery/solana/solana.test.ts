// @vitest-environment happy-dom
import { base58, base64 } from '@scure/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Discovery } from '../discovery.js'
import { discover } from './index.js'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const local = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY30'
const key = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const address = base58.encode(key)
const bytes = (...values: number[]) => Uint8Array.of(...values)

/** A transaction of one signer: its signature, then a message with its key. */
const transaction = (fill: number) =>
  Uint8Array.from([1, ...new Uint8Array(64).fill(fill), 0x80, 1, 0, 0, 1, ...key, ...new Uint8Array(32)])

function standardWallet(name = 'Harbor', more: Record<string, unknown> = {}) {
  const account = {
    address,
    publicKey: key,
    chains: ['solana:mainnet', 'solana:localnet'],
    features: ['solana:signTransaction'],
    label: 'Main',
  }
  const calls: [string, ...unknown[]][] = []
  let change: ((value: unknown) => void) | undefined
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,AA==',
    chains: ['solana:mainnet', 'sui:mainnet'],
    accounts: [] as unknown[],
    features: {
      'standard:connect': {
        async connect(input: unknown) {
          calls.push(['connect', input])
          if (!(input as { silent?: boolean } | undefined)?.silent) wallet.accounts = [{ address: 'sui', chains: ['sui:mainnet'] }, account]
          return { accounts: wallet.accounts }
        },
      },
      'standard:events': {
        on(_event: string, listener: (value: unknown) => void) {
          change = listener
          return () => {
            change = undefined
          }
        },
      },
      'solana:signTransaction': {
        async signTransaction(...inputs: { account: unknown; transaction: Uint8Array }[]) {
          calls.push(['signTransaction', ...inputs])
          return inputs.map(() => ({ signedTransaction: transaction(7) }))
        },
      },
      'solana:signMessage': {
        signMessage: async (input: { message: Uint8Array }) => [{ signedMessage: input.message, signature: bytes(1, 2) }],
      },
    } as Record<string, unknown>,
    ...more,
  }
  return { wallet, account, calls, change: (value: unknown) => change?.(value) }
}

/** As `registerWallet` of @wallet-standard/wallet does it. */
function register(...wallets: unknown[]) {
  let unsubscribe = () => {}
  const callback = (api: { register(...wallets: unknown[]): () => void }) => {
    unsubscribe = api.register(...wallets)
  }
  const onReady = (event: Event) => callback((event as CustomEvent).detail)
  addEventListener('wallet-standard:app-ready', onReady)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  cleanup.push(() => removeEventListener('wallet-standard:app-ready', onReady))
  return () => unsubscribe()
}

const cleanup: (() => void)[] = []
let discovery: Discovery
function start(own: object[] = []) {
  const changed = vi.fn()
  discovery = discover({ own: new Set(own), appName: () => 'Meadow', remembers: () => false }, changed)
  cleanup.push(discovery.destroy)
  return changed
}
const names = () => discovery.list().map(({ info }) => info.name)
const only = () => {
  const [wallet] = discovery.list()
  if (!wallet) throw new Error('none found')
  return wallet
}
afterEach(() => {
  for (const end of cleanup.splice(0)) end()
})

describe('discover', () => {
  test('behavior: finds who came before and who comes later, and forgets who goes', () => {
    register(standardWallet('Early').wallet)
    const changed = start()
    expect(names()).toEqual(['Early'])
    changed.mockClear()
    const leave = register(standardWallet('Late').wallet)
    expect(changed).toHaveBeenCalledOnce()
    expect(names()).toEqual(['Early', 'Late'])
    leave()
    expect(names()).toEqual(['Early'])
  })

  test('behavior: describes what the wallet has for Solana', () => {
    register(standardWallet().wallet)
    start()
    expect(only().info).toEqual({
      id: 'ws:Harbor',
      name: 'Harbor',
      icon: 'data:image/png;base64,AA==',
      source: 'standard',
      namespaces: {
        solana: { chains: [mainnet], features: ['standard:connect', 'standard:events', 'solana:signTransaction', 'solana:signMessage'] },
      },
    })
  })

  test('behavior: lists neither our own wallet, nor a second one of a name, nor one without Solana', () => {
    const { wallet: own } = standardWallet('Latchkey')
    const first = standardWallet('Harbor')
    register(own, first.wallet, standardWallet('Harbor').wallet, standardWallet('Sui only', { chains: ['sui:mainnet'] }).wallet)
    start([own])
    expect(names()).toEqual(['Harbor'])
  })

  test('behavior: a wallet that gets its features later is found when the dialog opens', () => {
    const late = standardWallet('Late', { features: {} })
    register(late.wallet)
    start()
    expect(names()).toEqual([])
    late.wallet.features = standardWallet().wallet.features
    discovery.refresh()
    expect(names()).toEqual(['Late'])
  })

  test('error: hostile registrations break nothing', () => {
    const thrower = new Proxy({}, { get: () => { throw new Error('no') }, ownKeys: () => { throw new Error('no') } }) // biome-ignore format: short
    register(
      null,
      7,
      'x',
      thrower,
      { name: 5 },
      { ...standardWallet().wallet, name: '' },
      { ...standardWallet().wallet, features: thrower },
    )
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: () => { throw new Error('no') } })) // biome-ignore format: short
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'no function' }))
    register(standardWallet('Huge', { icon: `data:image/png;base64,${'A'.repeat(100_000)}` }).wallet)
    register(standardWallet('__proto__').wallet)
    start()
    expect(names()).toEqual(['Huge', '__proto__'])
    expect(only().info).not.toHaveProperty('icon')
  })
})

describe('a found wallet', () => {
  test('behavior: gives accounts, and signs with its own account object, all in one call', async () => {
    const { wallet, account, calls } = standardWallet()
    register(wallet)
    start()
    expect(await only().request('solana_requestAccounts', {}, null)).toEqual([
      { pubkey: address, label: 'Main', features: ['solana:signTransaction'], chains: [mainnet, 'solana:localnet'] },
    ])
    const transactions = [transaction(0), transaction(0)].map((each) => base64.encode(each))
    expect(await only().request('solana_signAllTransactions', { pubkey: address, transactions }, local)).toEqual({
      transactions: [base64.encode(transaction(7)), base64.encode(transaction(7))],
    })
    const [, first, second] = calls[1] as [string, { account: unknown; chain: string }, { account: unknown }]
    expect(calls).toHaveLength(2)
    expect(first.account).toBe(account)
    expect(second.account).toBe(account)
    expect(first.chain).toBe('solana:localnet')
    const signed = await only().request('solana_signTransaction', { pubkey: address, transaction: transactions[0] }, mainnet)
    expect(signed).toEqual({ transaction: base64.encode(transaction(7)), signature: base58.encode(new Uint8Array(64).fill(7)) })
  })

  test('behavior: a silent request shows nothing and answers what may be seen', async () => {
    const { wallet, calls } = standardWallet()
    register(wallet)
    start()
    expect(await only().request('solana_requestAccounts', { silent: true }, null)).toEqual([])
    expect(calls).toEqual([['connect', { silent: true }]])
  })

  test('behavior: signs messages; an envelope is named', async () => {
    const { wallet } = standardWallet()
    register(wallet)
    start()
    await only().request('solana_requestAccounts', {}, null)
    const params = { pubkey: address, message: base58.encode(bytes(5, 6)) }
    expect(await only().request('solana_signMessage', params, null)).toEqual({ signature: base58.encode(bytes(1, 2)) })
    wallet.features['solana:signMessage'] = { signMessage: async () => [{ signedMessage: bytes(9), signature: bytes(1) }] }
    expect(await only().request('solana_signMessage', params, null)).toMatchObject({ signedMessage: base64.encode(bytes(9)) })
  })

  test('behavior: mirrors changes of its accounts as plain data', async () => {
    const { wallet, account, change } = standardWallet()
    register(wallet)
    start()
    const heard = vi.fn()
    const unsubscribe = only().subscribe(heard)
    wallet.accounts = [account]
    change({ features: {} })
    change({ accounts: wallet.accounts })
    wallet.accounts = []
    change({ accounts: [] })
    unsubscribe()
    change({ accounts: [] })
    expect(heard.mock.calls).toEqual([
      ['accountsChanged', [expect.objectContaining({ pubkey: address })]],
      ['accountsChanged', []],
    ])
  })

  test('error: an unknown account is 4100, a missing feature 4200, a refusal 4001, the rest as it is', async () => {
    const { wallet } = standardWallet()
    register(wallet)
    start()
    const message = base58.encode(bytes(1))
    await expect(only().request('solana_signMessage', { pubkey: address, message }, null)).rejects.toMatchObject({ code: 4100 })
    await only().request('solana_requestAccounts', {}, null)
    for (const method of ['solana_signIn', 'constructor', 'personal_sign'])
      await expect(only().request(method, {}, null)).rejects.toMatchObject({ code: 4200 })
    const fail = (error: unknown) => {
      wallet.features['solana:signMessage'] = { signMessage: () => Promise.reject(error) }
      return expect(only().request('solana_signMessage', { pubkey: address, message }, null)).rejects
    }
    await fail(new Error('User rejected the request.')).toMatchObject({ code: 4001 })
    await fail(Object.assign(new Error('Busy'), { code: -32002 })).toMatchObject({ code: -32002, message: 'Busy' })
  })
})
