import type { TokenBalance } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { changeOf, foldTokens, readTokens, totalOf } from './tokens.js'

const chain = 'eip155:31337'
const balance = (symbol: string, numeric: string, more: Partial<TokenBalance> = {}): TokenBalance => ({
  name: symbol,
  symbol,
  chainId: chain,
  address: `${chain}:0x${symbol.toLowerCase()}`,
  price: 0,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
  listed: true,
  ...more,
})
const { address: _, ...eth } = balance('ETH', '0.842', { value: 2913.4, price: 3460.1, quantity: { decimals: '18', numeric: '0.842' } })
const usdc = balance('USDC', '240', { value: 240, price: 1 })
const copy = balance('COPY', '1000000', { listed: false, value: 1e9, price: 1_000 })

const read = (...balances: TokenBalance[]) => readTokens({ balances }, (id) => id === chain)

describe('readTokens', () => {
  test('behavior: amounts in the smallest unit, values in millionths, the dearest first', () => {
    expect(read(usdc, eth)).toMatchObject([
      { id: chain, symbol: 'ETH', amount: 842_000_000_000_000_000n, decimals: 18, value: 2_913_400_000n },
      { id: usdc.address, contract: '0xusdc', amount: 240_000_000n, price: 1_000_000n },
    ])
  })

  test('behavior: the coin stands before tokens of the same value, and what has no price is last', () => {
    const { value: _value, ...unpriced } = eth
    const found = read(balance('A', '1'), { ...unpriced, price: 0 }, usdc).map(({ symbol }) => symbol)
    expect(found).toEqual(['USDC', 'ETH', 'A'])
  })

  test('behavior: what is worth less than a millionth is worth something, and a price below that never counts for more', () => {
    expect(read(balance('DUST', '0.5', { value: 2e-7, price: 4e-7 }))).toMatchObject([{ value: 1n, price: 0n }])
    expect(read(balance('CUT', '1', { value: 0.9999996, price: 0.9999996 }))).toMatchObject([{ value: 999_999n, price: 999_999n }])
  })

  test('behavior: tokens without decimals, on other networks, or twice are left out', () => {
    const whole = balance('BADGE', '7', { quantity: { decimals: '0', numeric: '7' } })
    expect(read(whole, { ...usdc, chainId: 'eip155:1' }, usdc, usdc).map(({ symbol }) => symbol)).toEqual(['USDC'])
  })

  test('behavior: the largest amount of a chain is exact', () => {
    const most = 2n ** 256n - 1n
    const text = `${most}`
    const [token] = read(balance('MAX', `${text.slice(0, -6)}.${text.slice(-6)}`))
    expect(token?.amount).toBe(most)
  })

  test('behavior: whatever a token calls itself, it stays in its line', () => {
    const names = ['\u202eCDSU', '<b>USDC</b>', 'A\u0000\u200bB', ' ', 'x'.repeat(90)]
    const symbols = names.map((symbol) => read(balance('T', '1', { symbol, name: '' }))[0]?.symbol)
    expect(symbols).toEqual(['CDSU', '<b>USDC</b>', 'AB', '0xt', `${'x'.repeat(23)}…`])
  })
})

describe('totalOf', () => {
  test('behavior: what has a price and is listed', () => expect(totalOf(read(eth, usdc, copy, balance('A', '9')))).toBe(3_153_400_000n))
  test('behavior: without any price there is no total, and zero is one', () => {
    expect(totalOf(read(balance('A', '9')))).toBeUndefined()
    expect(totalOf(read({ ...eth, value: 0 }))).toBe(0n)
  })
})

describe('changeOf', () => {
  const up = { ...eth, value: 110, change24h: 10 }
  const down = { ...usdc, value: 90, change24h: -10 }
  test('behavior: what prices did to all of it, not the mean of the changes', () => {
    expect(changeOf(read(up))).toBe(100_000n)
    expect(changeOf(read(up, down))).toBe(0n)
    expect(changeOf(read(up, { ...down, value: 900 }))).toBe(-81_818n)
  })
  test('behavior: without the change of anything that counts there is none; what counts for nothing is not asked', () => {
    expect(changeOf(read(up, usdc))).toBeUndefined()
    expect(changeOf(read(up, copy, balance('A', '9'), { ...usdc, value: 0 }))).toBe(100_000n)
    expect(changeOf(read())).toBeUndefined()
    expect(changeOf(read({ ...up, change24h: -100 }))).toBeUndefined()
  })
})

describe('foldTokens', () => {
  const dust = balance('DUST', '0.5', { value: 0.5, price: 1 })
  const symbols = (hideSmall: boolean) => {
    const { shown, hidden } = foldTokens(read(eth, usdc, copy, dust, balance('NONE', '0', { value: 0 }), balance('A', '9')), hideSmall)
    return [shown, hidden].map((tokens) => tokens.map(({ symbol }) => symbol))
  }
  test('behavior: what nobody vouches for is folded, what there is none of is nowhere', () => {
    expect(symbols(false)).toEqual([['ETH', 'USDC', 'DUST', 'A'], ['COPY']])
  })
  test('behavior: small ones are folded when that is wished, but none of an unknown value', () => {
    expect(symbols(true)).toEqual([
      ['ETH', 'USDC', 'A'],
      ['COPY', 'DUST'],
    ])
  })
})
