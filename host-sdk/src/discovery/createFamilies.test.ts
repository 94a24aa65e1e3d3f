// @vitest-environment happy-dom
import { namespaceIds } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStore } from '../store.js'
import { createFamilies, type Families } from './createFamilies.js'

let families: Families
let accounts: { address: string }[]
let onAccounts: ((list: unknown) => void) | undefined
const tell = vi.fn()
const changed = vi.fn()
const enable = vi.fn()

function inject() {
  vi.stubGlobal('injectedWeb3', {
    'polkadot-js': {
      version: '1',
      enable: enable.mockImplementation(async () => ({
        accounts: {
          get: async () => accounts,
          subscribe(listener: (list: unknown) => void) {
            onAccounts = listener
            listener(accounts)
            return () => {
              onAccounts = undefined
            }
          },
        },
        signer: {},
      })),
    },
  })
}
const call = { walletId: 'polkadot:polkadot-js', namespace: 'polkadot', method: 'polkadot_requestAccounts', params: {} } as const

beforeEach(() => {
  accounts = [{ address: 'one' }]
  families = createFamilies({
    store: createStore(false),
    own: new WeakSet(),
    appName: () => 'Meadow',
    resume: { get: () => null },
    tell,
    changed,
  })
})
afterEach(() => {
  families.destroy()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('createFamilies', () => {
  // Wallets of EVM announce themselves (EIP-6963): nothing has to look for them.
  test.each(namespaceIds.filter((id) => id !== 'eip155'))('behavior: there is code that finds the wallets of %s', async (id) => {
    await families.need(id)
    expect(changed).toHaveBeenCalled()
  })

  test('behavior: looks for the wallets of a family once it is needed, and asks none of them', async () => {
    inject()
    expect(families.list()).toEqual([])
    await families.need('polkadot')
    expect(changed).toHaveBeenCalled()
    expect(families.list()).toEqual([{ id: 'polkadot:polkadot-js', name: 'Polkadot{.js}', source: 'global', namespaces: { polkadot: {} } }])
    expect(enable).not.toHaveBeenCalled()
  })

  test('behavior: a request loads the family it is for, and waits for a wallet that comes late', async () => {
    const answer = families.request(call)
    await families.need('polkadot')
    inject()
    dispatchEvent(new Event('load'))
    expect(await answer).toEqual([{ address: 'one' }])
    expect(enable).toHaveBeenCalledExactlyOnceWith('Meadow')
  })

  test('behavior: wallets in use are mirrored, the others left alone', async () => {
    inject()
    await families.request(call)
    onAccounts?.([])
    expect(tell).not.toHaveBeenCalled()
    families.use(call.walletId)
    await vi.waitFor(() => expect(onAccounts).toBeDefined())
    onAccounts?.([{ address: 'two', name: 'Second', secret: {} }])
    expect(tell).toHaveBeenCalledExactlyOnceWith({
      walletId: call.walletId,
      namespace: 'polkadot',
      event: 'accountsChanged',
      data: [{ address: 'two', name: 'Second' }],
    })
  })

  test('behavior: one registered wallet is one entry with all its families', async () => {
    const wallet = {
      name: 'Harbor',
      chains: ['solana:mainnet', 'bitcoin:mainnet'],
      accounts: [],
      features: { 'standard:connect': {}, 'solana:signMessage': {}, 'bitcoin:connect': {}, 'bitcoin:signMessage': {} },
    }
    const onReady = (event: Event) => (event as CustomEvent<{ register(wallet: object): void }>).detail.register(wallet)
    addEventListener('wallet-standard:app-ready', onReady)
    await Promise.all([families.need('solana'), families.need('bip122')])
    removeEventListener('wallet-standard:app-ready', onReady)
    expect(families.list()).toHaveLength(1)
    expect(Object.keys(families.list()[0]?.namespaces ?? {})).toEqual(['solana', 'bip122'])
  })

  test('error: a wallet that does not come is 4900', async () => {
    await families.need('polkadot')
    vi.useFakeTimers()
    const answer = expect(families.request(call)).rejects.toMatchObject({ code: 4900 })
    await vi.advanceTimersByTimeAsync(3_000)
    await answer
    vi.useRealTimers()
  })
})
