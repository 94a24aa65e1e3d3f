// @vitest-environment happy-dom

import { emptySnapshot, solanaDevnet, solanaMainnet } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startFamilies } from '../discovery/index.js'
import { lazy } from '../lazy.js'
import { ModalError } from '../modalError.js'
import type { StandardAccount, StandardWallet } from '../standardTypes.js'
import { createStore, sessionOf } from '../store.js'
import type { Eip1193Provider } from '../types.js'
import { createPageProviders } from './pageProviders.js'
import { registerWallet } from './registerWallet.js'

const local = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY30'
/** Another network that has no name of its own in the Wallet Standard. */
const other = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY31'
const keys = [1, 2].map((fill) => new Uint8Array(32).fill(fill))
const [address = '', second = ''] = keys.map((key) => base58.encode(key))
const bytes = (...values: number[]) => Uint8Array.of(...values)

const connectedTo = (seq: number, kind: 'host' | 'walletConnect', addresses: readonly string[] = [address]) => ({
  ...emptySnapshot,
  seq,
  status: 'connected' as const,
  activeNamespace: 'solana' as const,
  accounts: { solana: addresses.map((each) => ({ namespace: 'solana' as const, address: each, type: 'eoa' as const })) },
  networkIds: { solana: local } as const,
  wallets: { solana: { id: 'ws:Harbor', name: 'Harbor', kind } },
})

type Features = Record<string, Record<string, (...args: readonly unknown[]) => Promise<never>>>

function setup({ kind = 'walletConnect' as 'host' | 'walletConnect', closes = false } = {}) {
  const store = createStore(false)
  let networks: string[] = [local]
  const requestDialog = vi.fn(
    async (_family: string, _networkId: string | null, { method, params }: { method: string; params?: unknown }) => {
      const { transactions, transaction } = params as { transactions?: string[]; transaction?: string }
      if (method === 'solana_signMessage') return { signature: base58.encode(bytes(9, 9)) }
      if (method === 'solana_signTransaction') return { transaction: `${transaction}`, signature: '' }
      if (method === 'solana_signAndSendTransaction') return { signature: base58.encode(bytes(7)) }
      return { transactions }
    },
  )
  const open = vi.fn(async () => {
    if (closes) return null
    store.apply(connectedTo(1, kind))
    return sessionOf(store.facts().snapshot, 'solana')
  })
  const load = lazy(async () =>
    startFamilies(
      {
        store,
        own: new WeakSet(),
        appName: () => 'Meadow',
        resume: { get: () => null },
        tell: vi.fn(),
        changed: vi.fn(),
        resumed: () => undefined,
        open,
        disconnect: async () => store.apply({ ...emptySnapshot, seq: 99 }),
        requestDialog,
        networks: () => networks as never,
      },
      pages.emit,
    ),
  )
  const pages = createPageProviders({} as Eip1193Provider, store, load)
  const wallet = pages.provider('solana')
  const features = wallet.features as unknown as Features
  const use = (feature: string, ...args: readonly unknown[]) =>
    features[feature]?.[feature.split(':')[1] ?? '']?.(...args) as Promise<unknown>
  end = () => load.with(({ destroy }) => destroy())
  const setNetworks = (ids: string[]) => {
    networks = ids
  }
  return { store, pages, wallet, use, open, load, requestDialog, setNetworks }
}
let end = () => {}
afterEach(() => end())

const first = (wallet: StandardWallet) => wallet.accounts[0] as StandardAccount

describe('the page’s Wallet Standard wallet', () => {
  test('behavior: connects through the dialog, silently never', async () => {
    const { wallet, use, open } = setup()
    expect(await use('standard:connect', { silent: true })).toEqual({ accounts: [] })
    expect(open).not.toHaveBeenCalled()
    const { accounts } = (await use('standard:connect')) as { accounts: readonly StandardAccount[] }
    expect(open).toHaveBeenCalledExactlyOnceWith({ namespace: 'solana' })
    expect(accounts).toBe(wallet.accounts)
    expect(accounts).toEqual([
      {
        address,
        publicKey: keys[0],
        chains: ['solana:localnet'],
        features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn'],
      },
    ])
    await use('standard:connect')
    expect(open).toHaveBeenCalledOnce()
  })

  test('error: closing the dialog is 4001, signing without a connection 4100', async () => {
    const { use } = setup({ closes: true })
    await expect(use('standard:connect')).rejects.toMatchObject({ code: 4001 })
    await expect(use('solana:signMessage', { account: { address }, message: bytes(1) })).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: accounts stay the same objects until something of them changes, and a change is told once', async () => {
    const { wallet, use, store } = setup()
    await use('standard:connect')
    const { accounts } = wallet
    const heard = vi.fn()
    const unsubscribe = (wallet.features['standard:events'] as { on(event: 'change', listener: (value: unknown) => void): () => void }).on(
      'change',
      heard,
    )
    store.apply({ ...connectedTo(2, 'walletConnect'), view: 'Account' })
    expect(wallet.accounts).toBe(accounts)
    expect(heard).not.toHaveBeenCalled()
    store.apply(connectedTo(3, 'walletConnect', [address, second]))
    expect(wallet.accounts).not.toBe(accounts)
    expect(wallet.accounts[0]).toBe(accounts[0])
    expect(heard.mock.calls).toEqual([[{ accounts: wallet.accounts }]])
    await use('standard:disconnect')
    expect(heard).toHaveBeenLastCalledWith({ accounts: [] })
    unsubscribe()
  })

  test('behavior: all transactions of one account go in one request; others in their own, in the order of the inputs', async () => {
    const { use, store, requestDialog } = setup()
    await use('standard:connect')
    store.apply(connectedTo(2, 'walletConnect', [address, second]))
    const input = (each: string, value: number) => ({ account: { address: each }, transaction: bytes(value), chain: 'solana:localnet' })
    expect(await use('solana:signTransaction', input(address, 1), input(second, 2), input(address, 3))).toEqual(
      [1, 2, 3].map((value) => ({ signedTransaction: bytes(value) })),
    )
    expect(requestDialog.mock.calls.map(([, networkId, args]) => [networkId, args])).toEqual([
      [
        local,
        {
          method: 'solana_signAllTransactions',
          params: { pubkey: address, transactions: [base64.encode(bytes(1)), base64.encode(bytes(3))] },
        },
      ],
      [local, { method: 'solana_signTransaction', params: { pubkey: second, transaction: base64.encode(bytes(2)) } }],
    ])
    expect(await use('solana:signAndSendTransaction', { ...input(address, 1), options: { skipPreflight: true } })).toEqual([
      { signature: bytes(7) },
    ])
    expect(requestDialog.mock.lastCall?.[2].params).toMatchObject({ sendOptions: { skipPreflight: true } })
    await expect(use('solana:signTransaction', { ...input(address, 1), chain: 'solana:mainnet' })).rejects.toMatchObject({ code: -32602 })
    await expect(use('solana:signTransaction', input('stranger', 1))).rejects.toMatchObject({ code: 4100 })
  })

  test('behavior: a chain that an input names goes with the request, whatever network the wallet is on', async () => {
    const { use, setNetworks, requestDialog } = setup()
    setNetworks(['eip155:1', solanaMainnet.caipNetworkId, other, local, solanaDevnet.caipNetworkId])
    await use('standard:connect')
    const input = (value: number, chain?: string) => ({ account: { address }, transaction: bytes(value), ...(chain && { chain }) })
    for (const chain of ['solana:mainnet', 'solana:devnet', 'solana:localnet', undefined])
      await use('solana:signAndSendTransaction', input(1, chain))
    const asked = () => requestDialog.mock.calls.map(([, networkId]) => networkId)
    // Two networks are called localnet: the one that the wallet is on is meant.
    expect(asked()).toEqual([solanaMainnet.caipNetworkId, solanaDevnet.caipNetworkId, local, local])
    requestDialog.mockClear()
    // Transactions for two networks are two requests: a wallet signs for one of them at a time.
    const inputs = [input(1, 'solana:devnet'), input(2), input(3, 'solana:devnet'), input(4, 'solana:localnet')]
    expect(await use('solana:signTransaction', ...inputs)).toEqual([1, 2, 3, 4].map((value) => ({ signedTransaction: bytes(value) })))
    expect(asked()).toEqual([solanaDevnet.caipNetworkId, local])
  })

  test('error: a chain that the page does not use is -32602 before anything is asked; one that the dialog refuses rejects as it says', async () => {
    const { use, setNetworks, requestDialog } = setup()
    setNetworks([local, solanaDevnet.caipNetworkId])
    await use('standard:connect')
    const input = (chain: string) => ({ account: { address }, transaction: bytes(1), chain })
    const both = use('solana:signTransaction', input('solana:localnet'), input('solana:mainnet'))
    await expect(both).rejects.toMatchObject({ code: -32602 })
    await expect(use('solana:signAndSendTransaction', input('solana:mainnet'))).rejects.toMatchObject({ code: -32602 })
    expect(requestDialog).not.toHaveBeenCalled()
    requestDialog.mockImplementation(async (_family, networkId) => {
      if (networkId !== local) throw new ModalError(4901, 'Chain is not supported')
      return { transaction: '', signature: '' }
    })
    await expect(use('solana:signTransaction', input('solana:devnet'))).rejects.toMatchObject({ code: 4901 })
  })

  test('behavior: signs in by a message where the wallet cannot, for this page only', async () => {
    const { use, wallet, requestDialog } = setup()
    const [output] = (await use('solana:signIn', { statement: 'Hello', nonce: 'n1', resources: ['https://a.example'] })) as [
      { account: unknown; signedMessage: Uint8Array; signature: Uint8Array },
    ]
    expect(output.account).toBe(first(wallet))
    expect(new TextDecoder().decode(output.signedMessage)).toBe(
      `${location.host} wants you to sign in with your Solana account:\n${address}\n\nHello\n\nNonce: n1\nResources:\n- https://a.example`,
    )
    expect(output.signature).toEqual(bytes(9, 9))
    expect(requestDialog).toHaveBeenCalledOnce()
    await expect(use('solana:signIn', { domain: 'bank.example' })).rejects.toMatchObject({ code: -32602 })
  })

  test('behavior: is registered with apps that came before and with those that come later, and taken back from both', () => {
    const { pages } = setup()
    const found: object[] = []
    const api = {
      register(wallet: object) {
        found.push(wallet)
        return () => found.pop()
      },
    }
    const onRegister = (event: Event) => (event as CustomEvent<(given: object) => void>).detail(api)
    addEventListener('wallet-standard:register-wallet', onRegister)
    const stop = registerWallet(pages.wallet)
    removeEventListener('wallet-standard:register-wallet', onRegister)
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(found).toEqual([pages.wallet, pages.wallet])
    stop()
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(found).toEqual([])
  })

  test('behavior: registered before its code is there, it tells its chains when they are known', async () => {
    const { wallet, load } = setup()
    const heard = vi.fn()
    const events = wallet.features['standard:events'] as { on(event: 'change', listener: (change: object) => void): () => void }
    events.on('change', heard)
    expect(wallet.chains).toEqual([])
    await (await load()).need('solana')
    expect(heard).toHaveBeenCalledExactlyOnceWith({ chains: ['solana:localnet'] })
  })

  test('behavior: its chains are the configured ones', async () => {
    const { wallet, load, setNetworks, store } = setup()
    await load()
    expect(wallet.chains).toEqual(['solana:localnet'])
    setNetworks(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', local])
    store.patch({ open: true })
    expect(wallet.chains).toEqual(['solana:mainnet', 'solana:localnet'])
  })
})

describe('the providers of the other families', () => {
  test('behavior: the same object at every call', () => {
    const { pages } = setup()
    expect(pages.provider('cosmos')).toBe(pages.provider('cosmos'))
    expect(pages.provider('solana')).toBe(pages.wallet)
  })

  test('behavior: disconnected, an account request opens the dialog and a quiet one does not; signing is 4100', async () => {
    const { pages, open, requestDialog } = setup({ closes: true })
    const cosmos = pages.provider('cosmos')
    expect(await cosmos.request({ method: 'cosmos_getAccounts', params: {} })).toEqual([])
    expect(await pages.provider('bip122').request({ method: 'getAccountAddresses', params: { silent: true } })).toEqual([])
    expect(open).not.toHaveBeenCalled()
    await expect(cosmos.request({ method: 'cosmos_requestAccounts', params: { chainIds: ['a-1'] } })).rejects.toMatchObject({ code: 4001 })
    expect(open).toHaveBeenCalledExactlyOnceWith({ namespace: 'cosmos' })
    const sign = pages.provider('polkadot').request({ method: 'polkadot_signMessage', params: { address: 'a', message: 'hi' } })
    await expect(sign).rejects.toMatchObject({ code: 4100 })
    expect(requestDialog).not.toHaveBeenCalled()
  })

  test('behavior: a wallet elsewhere is asked through the dialog, its accounts come from the snapshot', async () => {
    const { pages, store, requestDialog } = setup()
    const account = { namespace: 'bip122', address: 'bc1q', type: 'payment', publicKey: 'aa' } as const
    store.apply({
      ...connectedTo(1, 'walletConnect'),
      accounts: { bip122: [account] },
      networkIds: { bip122: 'bip122:x' },
      wallets: { bip122: { id: 'wc', name: 'Phone', kind: 'walletConnect' } },
    })
    const bitcoin = pages.provider('bip122')
    expect(await bitcoin.request({ method: 'getAccountAddresses', params: {} })).toEqual([
      { address: 'bc1q', publicKey: 'aa', intention: 'payment' },
    ])
    expect(requestDialog).not.toHaveBeenCalled()
    const params = { account: 'bc1q', recipientAddress: 'bc1p', amount: '1' }
    await bitcoin.request({ method: 'sendTransfer', params })
    expect(requestDialog).toHaveBeenCalledExactlyOnceWith('bip122', 'bip122:x', { method: 'sendTransfer', params })
  })

  test('behavior: of Bitcoin’s addresses, those that are asked for', async () => {
    const { pages, store } = setup()
    const payment = { namespace: 'bip122', address: 'bc1q', type: 'payment' } as const
    const ordinal = { namespace: 'bip122', address: 'bc1p', type: 'ordinal' } as const
    const connect = (seq: number, accounts: readonly (typeof payment | typeof ordinal)[]) =>
      store.apply({
        ...connectedTo(seq, 'walletConnect'),
        accounts: { bip122: accounts },
        networkIds: { bip122: 'bip122:x' },
        wallets: { bip122: { id: 'wc', name: 'Phone', kind: 'walletConnect' } },
      })
    connect(1, [payment, ordinal])
    const bitcoin = pages.provider('bip122')
    const addresses = async (params: object) =>
      (await bitcoin.request({ method: 'getAccountAddresses', params })).map(({ address }) => address)
    expect(await addresses({ intentions: ['ordinal'] })).toEqual(['bc1p'])
    expect(await addresses({ intentions: ['payment'] })).toEqual(['bc1q'])
    for (const intentions of [undefined, [], ['ordinal', 'payment']])
      expect(await addresses({ ...(intentions && { intentions }) })).toEqual(['bc1q', 'bc1p'])
    connect(2, [payment])
    expect(await addresses({ intentions: ['ordinal'] })).toEqual([])
  })

  test('behavior: of Cosmos’ accounts, those of the chains that are asked for, as far as the page knows them', async () => {
    const { pages, store } = setup()
    store.apply({
      ...connectedTo(1, 'walletConnect'),
      accounts: { cosmos: [{ namespace: 'cosmos', address: 'cosmos1q', type: 'eoa', publicKey: 'AA==' }] },
      networkIds: { cosmos: 'cosmos:cosmoshub-4' },
      wallets: { cosmos: { id: 'wc', name: 'Phone', kind: 'walletConnect' } },
    })
    const cosmos = pages.provider('cosmos')
    const hub = [{ algo: 'secp256k1', address: 'cosmos1q', pubkey: 'AA==' }]
    const ask = (chainIds: readonly string[]) => cosmos.request({ method: 'cosmos_requestAccounts', params: { chainIds } })
    expect(await ask(['cosmoshub-4'])).toEqual(hub)
    expect(await ask(['osmosis-1', 'cosmoshub-4'])).toEqual(hub)
    expect(await ask([])).toEqual(hub)
    expect(await ask(['osmosis-1'])).toEqual([])
    expect(await cosmos.request({ method: 'cosmos_getAccounts', params: {} })).toEqual(hub)
  })

  test('behavior: tells what happens to its own family only', () => {
    const { pages, store } = setup()
    const heard: unknown[] = []
    const polkadot = pages.provider('polkadot')
    const subscriptions = (['connect', 'accountsChanged', 'chainChanged', 'disconnect'] as const).map((name) =>
      polkadot.on(name, (value: unknown) => heard.push([name, value])),
    )
    const account = { namespace: 'polkadot', address: '5F', type: 'eoa' } as const
    const wallets = { polkadot: { id: 'p', name: 'P', kind: 'host' } } as const
    store.apply(connectedTo(1, 'walletConnect'))
    store.apply({ ...emptySnapshot, seq: 2, accounts: { polkadot: [account] }, networkIds: { polkadot: 'polkadot:x' }, wallets })
    store.apply({ ...emptySnapshot, seq: 3 })
    for (const unsubscribe of subscriptions) unsubscribe()
    expect(heard).toEqual([
      ['connect', expect.objectContaining({ namespace: 'polkadot', address: '5F' })],
      ['disconnect', undefined],
    ])
  })
})
