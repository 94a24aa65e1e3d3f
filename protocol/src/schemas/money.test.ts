import { describe, expect, test } from 'vitest'
import type { TokenBalance } from '../money.js'
import { balancesAnswer, identityAnswer } from './money.js'

const usdc: TokenBalance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:31337',
  address: 'eip155:31337:0x5fbdb2315678afecb367f032d93f642f64180aa3',
  value: 240,
  price: 1,
  quantity: { decimals: '6', numeric: '240.000001' },
  iconUrl: '',
  listed: true,
}

const kept = (change: object) => balancesAnswer({ balances: [{ ...usdc, ...change }] }).balances

describe('balancesAnswer', () => {
  test('behavior: what the server says, amounts as they are', () => {
    const answer = { balances: [usdc], stale: ['eip155:1'], unavailable: ['solana:localnet'] }
    expect(balancesAnswer(answer)).toEqual(answer)
    const most = { decimals: '0', numeric: `${2n ** 256n - 1n}` }
    expect(kept({ quantity: most })[0]?.quantity).toEqual(most)
  })

  test.each([
    ['below zero', { decimals: '6', numeric: '-1' }],
    ['with an exponent', { decimals: '18', numeric: '1e77' }],
    ['with more digits than the token has', { decimals: '2', numeric: '1.234' }],
    ['a number', { decimals: 6, numeric: 240 }],
    ['more than a chain can count', { decimals: '0', numeric: '9'.repeat(79) }],
    ['decimals that no token has', { decimals: '999', numeric: '1' }],
  ])('error: an amount %s is left out, and nothing else', (_, quantity) => {
    expect(balancesAnswer({ balances: [{ ...usdc, quantity }, usdc] }).balances).toEqual([usdc])
  })

  test('error: a value or a price that cannot be is not known', () => {
    const [token] = kept({ value: -1, price: Number.NaN })
    expect(token).toMatchObject({ price: 0, symbol: 'USDC' })
    expect(token?.value).toBeUndefined()
  })

  test('error: an answer that is no list', () => {
    for (const answer of [undefined, '<html>', {}, { balances: 'all' }]) expect(() => balancesAnswer(answer)).toThrow()
  })
})

describe('identityAnswer', () => {
  test('behavior: a name and a picture, or neither', () => {
    const nobody = { name: null, avatar: null, resolvedAt: '2026-01-01T00:00:00Z' }
    expect(identityAnswer(nobody)).toEqual(nobody)
    expect(identityAnswer({ ...nobody, name: 'alice.eth' }).name).toBe('alice.eth')
    expect(() => identityAnswer({ name: 1 })).toThrow()
  })
})
