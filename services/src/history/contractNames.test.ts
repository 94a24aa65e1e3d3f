import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { wellKnownContracts } from '../config/wellKnownContracts.js'
import { contractNames } from './contractNames.js'
import type { Transaction } from './historyProvider.js'
import { openHistory } from './openHistory.js'

const at = (digit: string) => `0x${digit.repeat(40)}`
const own = {
  caipNetworkId: 'eip155:31337',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [{ address: at('A'), symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
  pools: { weth: at('B'), v2Factory: at('1'), v2Router: at('C'), swapRouter02: at('D') },
  multicall3: at('E'),
  ens: { universalResolver: at('2'), registrar: at('F') },
} as unknown as Chain

describe('contractNames', () => {
  test('behavior: tokens, routers and other contracts of the configuration, by their addresses in lower case', () => {
    expect(Object.fromEntries(contractNames(own))).toEqual({
      [at('a')]: 'USD Coin',
      [at('b')]: 'Wrapped Ether',
      [at('c')]: 'Router02',
      [at('d')]: 'SwapRouter02',
      [at('e')]: 'Multicall3',
      [at('2')]: 'ENS',
      [at('f')]: 'ENS',
    })
  })

  test('behavior: only the well-known routers are said to be those of Uniswap', () => {
    const mainnet = { ...own, caipNetworkId: 'eip155:1', ...wellKnownContracts['eip155:1'] } as Chain
    const names = contractNames(mainnet)
    expect(names.get('0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45')).toBe('Uniswap')
    expect(names.get('0x7a250d5630b4cf539739df2c5dacb4c659f2488d')).toBe('Uniswap')
    expect(contractNames({ ...mainnet, pools: own.pools } as Chain).get(at('d'))).toBe('SwapRouter02')
  })

  test('behavior: a chain without any has none', () => {
    expect(
      contractNames({
        ...own,
        caipNetworkId: 'solana:1',
        tokens: [],
        pools: undefined,
        multicall3: undefined,
        ens: undefined,
      } as unknown as Chain).size,
    ).toBe(0)
  })
})

describe('openHistory', () => {
  const told = (to: string, application?: string): Transaction => ({
    chain: own,
    hash: to,
    operation: 'execute',
    status: 'confirmed',
    at: 0,
    from: at('9'),
    to,
    nonce: 0,
    moved: [],
    ...(application ? { application } : {}),
  })
  const namesOf = async (...transactions: readonly Transaction[]) => {
    const history = openHistory({
      providers: [{ name: 'all', isTogether: true, serves: () => true, pageOf: async () => ({ transactions, next: null }) }],
      prices: { of: async () => new Map() },
      rateOf: async () => undefined,
      log: pino({ level: 'silent' }),
    })
    const { data } = await history.of({ chains: [own], address: at('9'), currency: 'usd' })
    return data.map(({ metadata }) => metadata.application)
  }

  test('behavior: whom a transaction is with, as the configuration calls it, else as the provider does, else nobody', async () => {
    expect(await namesOf(told(at('a'), 'A trick'), told(at('d')), told(at('7'), 'Plain Market'), told(at('8')), told(''))).toEqual([
      { name: 'USD Coin', iconUrl: null },
      { name: 'SwapRouter02', iconUrl: null },
      { name: 'Plain Market', iconUrl: null },
      null,
      null,
    ])
  })
})
