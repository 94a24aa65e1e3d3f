// @vitest-environment happy-dom

import { emptySnapshot } from '@latchkey/protocol'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { getWalletFeature, type UiWallet, useConnect, useDisconnect, useWallets } from '@wallet-standard/react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test } from 'vitest'
import { startFamilies } from '../discovery/index.js'
import { lazy } from '../lazy.js'
import { createStore, sessionOf } from '../store.js'
import type { Eip1193Provider } from '../types.js'
import { createPageProviders } from './pageProviders.js'
import { registerWallet } from './registerWallet.js'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const secret = new Uint8Array(32).fill(3)
const address = base58.encode(ed25519.getPublicKey(secret))
const local = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY30'

/** A page with Solana, whose dialog connects a wallet that lives elsewhere. */
function startPage() {
  const store = createStore(false)
  const load = lazy(async () =>
    startFamilies(
      {
        store,
        own: new WeakSet(),
        appName: () => 'Meadow',
        resume: { get: () => null },
        tell: () => {},
        changed: () => {},
        resumed: () => undefined,
        async open() {
          store.apply({
            ...emptySnapshot,
            seq: 1,
            status: 'connected',
            activeNamespace: 'solana',
            accounts: { solana: [{ namespace: 'solana', address, type: 'eoa' }] },
            networkIds: { solana: local },
            wallets: { solana: { id: 'phone', name: 'Phone', kind: 'walletConnect' } },
          })
          return sessionOf(store.facts().snapshot, 'solana')
        },
        disconnect: async () => store.apply({ ...emptySnapshot, seq: 2 }),
        requestDialog: async (_family, _networkId, { params }) => ({
          signature: base58.encode(ed25519.sign(base58.decode((params as { message: string }).message), secret)),
        }),
        networks: () => [local],
      },
      pages.emit,
    ),
  )
  const pages = createPageProviders({} as Eip1193Provider, store, load)
  end = () => load.with(({ destroy }) => destroy())
  return { load, wallet: pages.wallet }
}
let end = () => {}
afterEach(() => end())

type SignIn = {
  signIn(input: object): Promise<readonly [{ account: { address: string }; signedMessage: Uint8Array; signature: Uint8Array }]>
}

let page: { wallet: UiWallet; connect: () => Promise<unknown>; disconnect: () => Promise<unknown> } | undefined

function Wallet({ wallet }: { readonly wallet: UiWallet }) {
  const [, connect] = useConnect(wallet)
  const [, disconnect] = useDisconnect(wallet)
  page = { wallet, connect, disconnect }
  return <p>{[wallet.name, ...wallet.chains, ...wallet.accounts.map((account) => account.address)].join(' ')}</p>
}

function App() {
  return useWallets().map((wallet) => <Wallet key={wallet.name} wallet={wallet} />)
}

describe('the Wallet Standard’s React hooks', () => {
  test('behavior: find the page’s wallet when it comes, connect it, sign in with it and follow it', async () => {
    const { load, wallet } = startPage()
    const box = document.body.appendChild(document.createElement('div'))
    const root = createRoot(box)
    await act(async () => root.render(<App />))
    expect(box.textContent).toBe('')
    let unregister = () => {}
    await act(async () => {
      unregister = registerWallet(wallet)
    })
    expect(box.textContent).toBe('Latchkey')
    await act(async () => (await load()).need('solana'))
    expect(box.textContent).toBe('Latchkey solana:localnet')

    await act(async () => page?.connect())
    expect(box.textContent).toBe(`Latchkey solana:localnet ${address}`)
    if (!page) throw new Error('not rendered')
    const { signIn } = getWalletFeature(page.wallet, 'solana:signIn') as SignIn
    const [output] = await signIn({ statement: 'Welcome' })
    expect(output.account.address).toBe(address)
    expect(ed25519.verify(output.signature, output.signedMessage, base58.decode(address))).toBe(true)

    await act(async () => page?.disconnect())
    expect(box.textContent).toBe('Latchkey solana:localnet')
    await act(async () => unregister())
    expect(box.textContent).toBe('')
    await act(async () => root.unmount())
  })
})
