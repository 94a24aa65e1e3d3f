import { describe, expect, test } from 'vitest'
import { initialPortfolio, type PortfolioState, type Token } from '../../../state/portfolio.js'
import { type Arrivals, noteArrivals } from './arrivals.js'

const coin: Token = {
  id: 'eip155:1',
  networkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  amount: 5n,
  decimals: 18,
  icon: '',
  listed: true,
}
const usdc: Token = { ...coin, id: 'usdc', symbol: 'USDC', contract: '0x1', amount: 7n }
const other: Token = { ...coin, id: 'eip155:10', networkId: 'eip155:10', amount: 3n }
const ready = (tokens: readonly Token[], more: Partial<PortfolioState> = {}): PortfolioState => ({
  ...initialPortfolio,
  status: 'ready',
  tokens,
  at: 1_000,
  ...more,
})
const follow = (...lists: readonly PortfolioState[]) =>
  lists.reduce<Arrivals | undefined>((before, list) => noteArrivals(before, '0xa', list, 1_000), undefined)
const told = (arrivals: Arrivals | undefined) => arrivals?.arrived.map(({ token, amount }) => [token.symbol, amount])

describe('noteArrivals', () => {
  test('behavior: what is more than before has come, together with what came of it already, the newest first', () => {
    const grown = ready([{ ...coin, amount: 6n }, usdc])
    expect(told(follow(ready([coin]), grown))).toEqual([
      ['USDC', 7n],
      ['ETH', 1n],
    ])
    const more = ready([{ ...coin, amount: 10n }, usdc])
    expect(told(follow(ready([coin]), grown, more))).toEqual([
      ['ETH', 5n],
      ['USDC', 7n],
    ])
    expect(told(follow(ready([coin]), grown, grown))).toHaveLength(2)
  })

  test('behavior: what is less has not come, and counts from there', () => {
    expect(told(follow(ready([coin]), ready([{ ...coin, amount: 1n }]), ready([{ ...coin, amount: 3n }])))).toEqual([['ETH', 2n]])
  })

  test('error: a network that answers again, or for the first time, brings nothing that was there before', () => {
    expect(told(follow(ready([coin], { missing: ['eip155:10'] }), ready([coin, other])))).toEqual([])
    const old = ready([coin, { ...other, amount: 1n }], { behind: ['eip155:10'] })
    expect(told(follow(ready([coin, other]), old, ready([coin, other])))).toEqual([])
    expect(told(follow(ready([coin, usdc]), ready([coin]), ready([coin, usdc])))).toEqual([])
  })

  test('error: nothing has come by a token that nobody vouches for, by a list of an earlier visit, or by another account', () => {
    expect(told(follow(ready([coin]), ready([coin, { ...usdc, listed: false }])))).toEqual([])
    expect(told(follow(ready([coin], { at: -60_000 }), ready([{ ...coin, amount: 9n }])))).toEqual([])
    const before = follow(ready([coin]))
    expect(told(noteArrivals(before, '0xb', ready([{ ...coin, amount: 9n }]), 1_000))).toEqual([])
    expect(told(follow(ready([coin]), ready([{ ...coin, amount: 9n }], { status: 'stale' })))).toEqual([])
  })
})
