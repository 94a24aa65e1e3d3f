// @vitest-environment happy-dom
import type { WalletEvent } from '@latchkey/protocol'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { discover as discoverBitcoin } from './bip122/index.js'
import { createStandardBitcoin } from './bip122/standardBitcoin.js'
import type { Discover, FamilyWallet } from './discovery.js'
import { watchWallet } from './eip155/watchWallet.js'
import { read } from './foreign.js'
import { discover as discoverPolkadot } from './polkadot/index.js'
import { createSolanaWallet } from './solana/solanaWallet.js'

const address = `0x${'a1'.repeat(20)}`
const other = `0x${'b2'.repeat(20)}`
const chainId = '0x89'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const mainnet = '000000000019d6689c085ae165831e93'

const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('gotcha')
    },
    ownKeys() {
      throw new Error('gotcha')
    },
  },
)
/** A list that cannot even be asked whether it is one. */
function revoked() {
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()
  return proxy
}

/** Whatever wallets might send with an event. */
const payload = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true, withSparseArray: true }),
  fc.constantFrom<unknown>(
    { chainId },
    { chainId: 137 },
    { networkId: '137' },
    [chainId],
    chainId,
    '137',
    137,
    137n,
    [address],
    address,
    [{ address }],
    { accounts: [address] },
    [[address]],
    [`eip155:1:${address}`],
    { address },
    hostile,
    Symbol('event'),
    () => address,
    -1,
    0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    '0x',
    'constructor',
    new Event('change'),
  ),
)

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

function watchEvm(answers: { accounts?: unknown; chainId?: unknown } = {}) {
  const handlers = new Map<string, (data: unknown) => void>()
  const heard: WalletEvent[] = []
  const request = vi.fn(async ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'eth_accounts') return 'accounts' in answers ? answers.accounts : [address]
    if (method === 'eth_chainId') return 'chainId' in answers ? answers.chainId : chainId
    throw new Error(method)
  })
  const provider = {
    request,
    on: (event: string, handler: (data: unknown) => void) => void handlers.set(event, handler),
    removeListener: (event: string) => void handlers.delete(event),
  }
  const info = { id: 'a.wallet', name: 'A', source: 'announced', namespaces: { eip155: {} } } as const
  const stop = watchWallet({ info, provider: provider as never }, (event) => heard.push(event))
  return { heard, request, stop, emit: (event: string, data: unknown) => handlers.get(event)?.(data) }
}

describe('watchWallet', () => {
  test.each([
    ['chainChanged', { chainId }, chainId],
    ['chainChanged', undefined, chainId],
    ['accountsChanged', address, [address]],
    ['accountsChanged', undefined, [address]],
    ['accountsChanged', [{ address }], [address]],
    ['accountsChanged', new Array(1), [address]],
    ['connect', undefined, { chainId }],
  ] as const)('behavior: %s with %j: the wallet is asked', async (event, data, expected) => {
    const { heard, emit } = watchEvm()
    emit(event, data)
    await settled()
    expect(heard).toEqual([{ walletId: 'a.wallet', namespace: 'eip155', event, data: expected }])
  })

  test('behavior: whatever comes with an event, the page ends where the wallet is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('accountsChanged', 'chainChanged', 'connect'), payload, async (event, data) => {
        const { heard, emit } = watchEvm()
        emit(event, data)
        await settled()
        expect(heard).toHaveLength(1)
        const told = heard[0]?.data
        // It crosses the Bridge.
        expect(structuredClone(told)).toEqual(told)
        if (event === 'accountsChanged') return void expect(told).toEqual(isEmptyList(data) ? [] : [address])
        const chain = event === 'connect' ? (told as { chainId: string }).chainId : told
        const said = event === 'connect' ? read(data, 'chainId') : data
        expect(Number(chain)).toBe(isChain(said) ? Number(said) : Number(chainId))
        expect(Number(chain)).toBeGreaterThan(0)
      }),
    )
    function isChain(data: unknown) {
      const isText = typeof data === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(data)
      return (isText || typeof data === 'bigint' || Number.isSafeInteger(data)) && Number(data) > 0
    }
  })

  test('behavior: objects that throw when they are looked at are not understood', async () => {
    for (const data of [hostile, revoked()]) {
      const { heard, emit } = watchEvm()
      for (const event of ['accountsChanged', 'chainChanged', 'connect']) emit(event, data)
      await settled()
      expect(heard.map(({ event }) => event)).toEqual(['accountsChanged', 'chainChanged', 'connect'])
    }
  })

  test('behavior: an answer that another event has overtaken does not count', async () => {
    const { heard, emit } = watchEvm()
    emit('accountsChanged', undefined)
    emit('accountsChanged', [other])
    await settled()
    expect(heard.map(({ data }) => data)).toEqual([[other]])
  })

  test('error: a wallet that answers nonsense, or nothing, leaves what is known; one that is left is not heard', async () => {
    for (const nonsense of [undefined, null, 'x', {}, [5], hostile]) {
      const { heard, emit } = watchEvm({ accounts: nonsense, chainId: nonsense })
      emit('accountsChanged', undefined)
      emit('chainChanged', {})
      await settled()
      expect(heard).toEqual([])
    }
    const { heard, emit, stop } = watchEvm()
    emit('accountsChanged', undefined)
    stop()
    await settled()
    expect(heard).toEqual([])
  })
})

function isEmptyList(data: unknown) {
  try {
    return Array.isArray(data) && data.length === 0
  } catch {
    return false
  }
}

type Scene = { readonly wallet: FamilyWallet; readonly emit: (data: unknown) => void }

const first = (discover: Discover) => {
  const discovery = discover({ own: new Set(), appName: () => 'Meadow', remembers: () => true }, () => {})
  discovery.destroy()
  const [wallet] = discovery.list()
  if (!wallet) throw new Error('No wallet')
  return wallet
}

/** A Wallet Standard wallet that shows one account. */
function standard(create: (wallet: object) => FamilyWallet | undefined, family: string, own: object): Scene {
  let emit = (_data: unknown) => {}
  const wallet = create({
    name: 'Harbor',
    chains: [`${family}:mainnet`],
    accounts: [{ chains: [`${family}:mainnet`], features: [], ...own }],
    features: {
      'standard:connect': { connect: async () => ({}) },
      'bitcoin:connect': { connect: async () => ({}) },
      'solana:signMessage': {},
      'standard:events': {
        on: (_event: string, listener: (data: unknown) => void) => {
          emit = listener
        },
      },
      'bitcoin:events': {
        on: (_event: string, listener: (data: unknown) => void) => {
          emit = listener
        },
      },
    },
  })
  if (!wallet) throw new Error('No wallet')
  return { wallet, emit: (data) => emit(data) }
}

const scenes: Readonly<Record<string, () => Promise<Scene> | Scene>> = {
  'Solana, Wallet Standard': () => standard(createSolanaWallet, 'solana', { address: 'So1' }),
  'Bitcoin, Wallet Standard': () => standard(createStandardBitcoin, 'bitcoin', { address: segwit }),
  UniSat() {
    let emit = (_data: unknown) => {}
    const on = (event: string, listener: typeof emit) => {
      if (event === 'accountsChanged') emit = listener
    }
    vi.stubGlobal('unisat', { requestAccounts() {}, getAccounts: async () => [segwit], getNetwork: async () => 'livenet', on })
    return { wallet: first(discoverBitcoin), emit: (data) => emit(data) }
  },
  'sats-connect'() {
    let emit = (_data: unknown) => {}
    const addListener = (_event: string, listener: (data: unknown) => void) => {
      emit = listener
    }
    const request = async () => ({ result: { addresses: [{ address: segwit, purpose: 'payment' }] } })
    vi.stubGlobal('harbor', { request, addListener })
    vi.stubGlobal('btc_providers', [{ id: 'harbor', name: 'Harbor' }])
    return { wallet: first(discoverBitcoin), emit: (data) => emit(data) }
  },
  async Polkadot() {
    let emit = (_data: unknown) => {}
    let shown: readonly object[] = [{ address: 'before' }]
    const accounts = {
      get: async () => shown,
      subscribe: (listener: (data: unknown) => void) => {
        emit = listener
      },
    }
    vi.stubGlobal('injectedWeb3', { harbor: { enable: async () => ({ accounts, signer: {} }) } })
    const wallet = first(discoverPolkadot)
    wallet.subscribe(() => {})
    await wallet.request('polkadot_requestAccounts', {}, null)
    await settled()
    shown = [{ address: 'now' }]
    return { wallet, emit: (data) => emit(data) }
  },
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('wallets of the other families', () => {
  test.each(Object.entries(scenes))(
    'behavior: %s: whatever comes with an event of other accounts, it is no logout unless it is an empty list',
    async (_name, start) => {
      await fc.assert(
        fc.asyncProperty(payload, async (data) => {
          localStorage.clear()
          const { wallet, emit } = await start()
          const heard: unknown[] = []
          wallet.subscribe((event, told) => event === 'accountsChanged' && heard.push(told))
          emit(data)
          await settled()
          if (isEmptyList(data)) return
          for (const told of heard) expect(told).not.toEqual([])
          for (const wrapped of [undefined, { nonsense: data }]) {
            heard.length = 0
            const again = await start()
            again.wallet.subscribe((event, told) => event === 'accountsChanged' && heard.push(told))
            again.emit(wrapped)
            await settled()
            // The wallet was asked.
            expect(heard).toHaveLength(1)
            expect(JSON.stringify(heard[0])).toMatch(/So1|bc1q|now/)
          }
        }),
        { numRuns: 60 },
      )
    },
  )

  test.each([undefined, { network: 'livenet' }, 'constructor', hostile, 'unknown', null])(
    'behavior: UniSat: networkChanged with something else: the wallet is asked',
    async (data) => {
      const handlers = new Map<string, (data: unknown) => void>()
      const on = (event: string, listener: (data: unknown) => void) => void handlers.set(event, listener)
      vi.stubGlobal('unisat', { requestAccounts() {}, getAccounts: async () => [segwit], getNetwork: async () => 'livenet', on })
      const heard: unknown[] = []
      first(discoverBitcoin).subscribe((event, told) => event === 'chainChanged' && heard.push(told))
      handlers.get('networkChanged')?.(data)
      await settled()
      expect(heard).toEqual([mainnet])
    },
  )
})
