import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { priceScale } from '../prices/priceProvider.js'
import type { BalanceProvider, Holding } from './balanceProvider.js'
import { openBalances } from './openBalances.js'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chainOf = (id: string) => ({ caipNetworkId: id, nativeCurrency: coin, tokens: [] }) as unknown as Chain
const [first, second] = [chainOf('eip155:1'), chainOf('eip155:2')]
const token = { address: '0xaa', name: 'Token', symbol: 'TKN', decimals: 6, listed: true }
const address = '0x0000000000000000000000000000000000000001'

type Script = { holdings: readonly Holding[]; fails: boolean; asked: number; slow: boolean }

function scripted(name: string, holdings: readonly Holding[]) {
  const state: Script = { holdings, fails: false, asked: 0, slow: false }
  const provider: BalanceProvider = {
    name,
    serves: () => true,
    holdingsOf: async () => {
      state.asked += 1
      if (state.fails) throw new Error('no answer')
      if (state.slow) return new Promise(() => undefined)
      return state.holdings
    },
  }
  return { state, provider }
}

function opened(
  providers: readonly BalanceProvider[],
  known: ReadonlyMap<string, bigint> = new Map(),
  moved: ReadonlyMap<string, number> = new Map(),
  options: { readonly room?: number } = {},
) {
  const clock = { now: 0 }
  const balances = openBalances(
    {
      providers,
      prices: { of: async () => known },
      changes: { of: async () => moved },
      rateOf: async (currency) => (currency === 'usd' ? priceScale : undefined),
      log: pino({ level: 'silent' }),
    },
    { now: () => clock.now, timeout: 100, ...options },
  )
  const ask = (chains: readonly Chain[], fresh: ReadonlyMap<string, readonly string[]> = new Map(), currency: 'usd' | 'eur' = 'usd') =>
    balances.of({ address, chains, currency, fresh })
  return { clock, ask, serves: balances.serves }
}

const native = (quantity: bigint): Holding => ({ token: null, quantity })

describe('openBalances', () => {
  test('behavior: a chain is served when one of the providers serves it', () => {
    const none = { ...scripted('none', []).provider, serves: () => false }
    const second = { ...scripted('second', []).provider, serves: (chain: Chain) => chain === first }
    const { serves } = opened([none, second])
    expect([first, chainOf('bip122:1')].map(serves)).toEqual([true, false])
    expect(opened([]).serves(first)).toBe(false)
  })

  test('behavior: amounts are exact, values follow the price, the dearest comes first', async () => {
    const node = scripted('node', [native(1n), { token, quantity: 2_500_001n }])
    const { ask } = opened([node.provider], new Map([['0xaa', 3n * priceScale]]))
    const { balances } = await ask([first])
    expect(balances).toEqual([
      {
        name: 'Token',
        symbol: 'TKN',
        chainId: 'eip155:1',
        address: 'eip155:1:0xaa',
        listed: true,
        value: 7.500003,
        price: 3,
        quantity: { decimals: '6', numeric: '2.500001' },
        iconUrl: '',
      },
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        price: 0,
        quantity: { decimals: '18', numeric: '0.000000000000000001' },
        iconUrl: '',
      },
    ])
  })

  test('behavior: how a price moved within a day stands beside it, where it is known; never without a price', async () => {
    const moved = new Map([
      ['0xaa', -1.5],
      ['native', 3],
    ])
    const { ask } = opened([scripted('node', [native(1n), { token, quantity: 1n }]).provider], new Map([['0xaa', priceScale]]), moved)
    const { balances } = await ask([first])
    expect(balances.map(({ symbol, change24h }) => [symbol, change24h])).toEqual([
      ['TKN', -1.5],
      ['ETH', undefined],
    ])
  })

  test('behavior: the largest amount there can be is written in full', async () => {
    const huge = { ...token, decimals: 0 }
    const { ask } = opened([scripted('node', [native(0n), { token: huge, quantity: 2n ** 256n - 1n }]).provider])
    const { balances } = await ask([first])
    expect(balances.find(({ symbol }) => symbol === 'TKN')?.quantity.numeric).toBe(String(2n ** 256n - 1n))
  })

  test('behavior: without a rate for the currency nothing has a value', async () => {
    const { ask } = opened([scripted('node', [native(5n)]).provider], new Map([['native', priceScale]]))
    const { balances } = await ask([first], new Map(), 'eur')
    expect(balances[0]).toMatchObject({ price: 0 })
    expect(balances[0]).not.toHaveProperty('value')
  })

  test('behavior: a provider that fails or says what cannot be is passed over', async () => {
    const lies = scripted('lies', [native(-1n)])
    const without = scripted('without', [])
    const dead = scripted('dead', [])
    dead.state.fails = true
    const { ask } = opened([lies.provider, without.provider, dead.provider, scripted('node', [native(7n)]).provider])
    expect(await ask([first])).toMatchObject({ balances: [{ quantity: { numeric: '0.000000000000000007' } }], sources: ['node'] })
  })

  test('behavior: while nobody answers what was known is shown as stale, then the chain is named as unavailable', async () => {
    const node = scripted('node', [native(7n)])
    const { ask, clock } = opened([node.provider])
    await ask([first, second])
    node.state.fails = true
    clock.now = 60_000
    expect(await ask([first, second])).toMatchObject({ stale: ['eip155:1', 'eip155:2'], balances: [{}, {}] })
    clock.now = 700_000
    expect(await ask([first])).toMatchObject({ unavailable: ['eip155:1'], balances: [] })
  })

  test('behavior: a chain that does not answer does not hold up the others', async () => {
    const slow = scripted('slow', [])
    slow.state.slow = true
    const onlyFirst = { ...slow.provider, serves: (chain: Chain) => chain === first }
    const { ask } = opened([onlyFirst, { ...scripted('node', [native(7n)]).provider, serves: (chain) => chain === second }])
    expect(await ask([first, second])).toMatchObject({ unavailable: ['eip155:1'], balances: [{ chainId: 'eip155:2' }] })
  })

  test('behavior: a hundred pages ask the node once in ten seconds; a forced update asks again', async () => {
    const node = scripted('node', [native(7n)])
    const { ask, clock } = opened([node.provider])
    await Promise.all(Array.from({ length: 100 }, () => ask([first])))
    clock.now = 9_000
    await ask([first])
    expect(node.state.asked).toBe(1)
    await ask([first], new Map([['eip155:1', ['0xaa']]]))
    expect(node.state.asked).toBe(2)
  })

  test('security: answers are kept by their size, and not by their number alone', async () => {
    const many = Array.from({ length: 9 }, (_, index): Holding => ({ token: { ...token, address: `0x${index}` }, quantity: 1n }))
    const node = scripted('node', [native(7n), ...many])
    const { ask } = opened([node.provider], undefined, undefined, { room: 16_384 })
    const chains = ['eip155:1', 'eip155:2', 'eip155:3'].map(chainOf)
    for (const chain of chains) await ask([chain])
    await ask(chains.slice(1))
    expect(node.state.asked).toBe(3)
    await ask(chains.slice(0, 1))
    expect(node.state.asked).toBe(4)
  })

  test('security: what one page asks for, and the address has none of, is not shown on others', async () => {
    const node = scripted('node', [native(7n), { token, quantity: 0n }])
    const { ask } = opened([node.provider])
    const symbols = ({ balances }: Awaited<ReturnType<typeof ask>>) => balances.map(({ symbol }) => symbol)
    expect(symbols(await ask([first], new Map([['eip155:1', ['0xaa']]])))).toEqual(['ETH', 'TKN'])
    expect(symbols(await ask([first]))).toEqual(['ETH'])
    expect(node.state.asked).toBe(1)
  })

  test('behavior: an answer to an older question that comes late does not take the place of a newer one', async () => {
    const answers: ((holdings: readonly Holding[]) => void)[] = []
    const provider: BalanceProvider = {
      name: 'node',
      serves: () => true,
      holdingsOf: () => new Promise((resolve) => answers.push(resolve)),
    }
    const { ask, clock } = opened([provider])
    const poll = ask([first])
    clock.now = 10
    const forced = ask([first], new Map([['eip155:1', ['0xaa']]]))
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.([native(2n)])
    await forced
    answers[0]?.([native(1n)])
    await poll
    expect((await ask([first])).balances).toMatchObject([{ quantity: { numeric: '0.000000000000000002' } }])
  })
})
