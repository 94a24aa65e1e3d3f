import { describe, expect, test } from 'vitest'
import type { Token } from '../../../state/portfolio.js'
import type { LiveQuote, SwapToken } from '../../../state/swap.js'
import { amountOf } from './liveQuote.js'
import { impactOf, leastOf, mostToSell, parseSlippage } from './swapMath.js'
import { tokensToChoose } from './swapTokens.js'

const token = (symbol: string, address: string, listed = true): SwapToken => ({
  address,
  symbol,
  name: symbol,
  decimals: 6,
  icon: '',
  listed,
})

describe('amounts', () => {
  test.each<[string, number, bigint | undefined]>([
    ['1 000 ETH', 2, 100_000n],
    ['1,234.56', 2, 123_456n],
    ['1,234', 3, 1_234n],
    ['٠٫٥', 2, 50n],
    ['１．５', 2, 150n],
    ['1.50', 1, 15n],
    ['', 18, undefined],
    ['1.25', 1, undefined],
    ['5 USDC', 18, undefined],
    ...['1e-2', '1e-7', '0x10', '-5', '1/2', '1,2,3', '1.2.3', '1,25.', String(2n ** 256n)].map((text): [string, number, undefined] => [
      text,
      18,
      undefined,
    ]),
  ])('behavior: %j with %i decimals is sold as %s', (text, decimals, amount) => {
    expect(amountOf({ text, from: { ...token('ETH', '0xe'), decimals } })).toBe(amount)
  })

  test.each<[string, number | undefined]>([
    ['1', 100],
    ['0.5', 50],
    ['0,25', 25],
    ['٠٫٢٥', 25],
    ['50', 5_000],
    ['0.01', 1],
    ['0', undefined],
    ['50.01', undefined],
    ['0.001', undefined],
    ['1.50 %', 150],
    ['-1', undefined],
    ['1e1', undefined],
    ['1/2', undefined],
    ['one', undefined],
  ])('behavior: a slippage of %j', (text, slippage) => {
    expect(parseSlippage(text)).toBe(slippage)
  })

  test('behavior: the least that arrives is rounded down, and all of the coin leaves the fee, the larger of two', () => {
    expect(leastOf(1_001n, 100)).toBe(990n)
    const quote = { fee: 5_000_000n } as LiveQuote
    const price = { gasPrice: 10n, dataFee: 0n }
    expect(mostToSell(10n ** 9n, false, price, quote)).toBe(10n ** 9n)
    expect(mostToSell(10n ** 9n, true, price, undefined)).toBe(10n ** 9n - 1_500_000n)
    expect(mostToSell(10n ** 9n, true, price, quote)).toBe(10n ** 9n - 5_000_000n)
    expect(mostToSell(10n ** 9n, true, { gasPrice: 10n, dataFee: 7n }, undefined)).toBe(10n ** 9n - 1_500_007n)
    expect(mostToSell(10n ** 9n, true, { gasPrice: undefined, dataFee: 7n }, undefined)).toBe(10n ** 9n - 7n)
    expect(mostToSell(1n, true, price, quote)).toBe(0n)
  })

  test('behavior: a price impact is what the provider says, or what the values say if that is more', () => {
    expect([impactOf(8, undefined, 5n), impactOf(8, 100n, 90n), impactOf(2_000, 100n, 90n), impactOf(undefined, 100n, 110n)]).toEqual([
      8, 1_000, 2_000, 0,
    ])
    expect(impactOf(undefined, undefined, undefined)).toBeUndefined()
  })
})

describe('tokensToChoose', () => {
  const held = (symbol: string, contract: string, listed: boolean, amount = 1n): Token => ({
    ...{ id: contract, networkId: 'eip155:1', contract, name: symbol, symbol, amount, decimals: 6, icon: '', listed },
  })
  const listed = [token('ETH', '0xe'), token('USDC', '0xa'), token('DAI', '0xd')]

  test('behavior: what the account has comes first, and what nobody vouches for last, whatever it calls itself', () => {
    const mine = new Map([
      ['0xbad', held('USDC', '0xbad', false)],
      ['0xd', held('DAI', '0xd', true)],
      ['0xf', held('GONE', '0xf', true, 0n)],
    ])
    expect(tokensToChoose(listed, mine, '').map(({ token: { address } }) => address)).toEqual(['0xd', '0xe', '0xa', '0xbad'])
    expect(tokensToChoose(listed, mine, 'usd').map(({ token: { address } }) => address)).toEqual(['0xa', '0xbad'])
    expect(tokensToChoose(listed, mine, '0xA').map(({ token: { symbol } }) => symbol)).toEqual(['USDC'])
  })
})
