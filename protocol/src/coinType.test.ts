import fc from 'fast-check'
import { toCoinType as viemCoinType } from 'viem'
import { describe, expect, test } from 'vitest'
import { coinTypesOfChain, defaultEvmCoinType, toCoinType } from './coinType.js'

describe('toCoinType', () => {
  test('behavior: every chain id below 2147483648 has one, as in ENSIP-11', () => {
    expect([1, 10, 137, 2_147_483_647].map(toCoinType)).toEqual([60, 2_147_483_658, 2_147_483_785, 4_294_967_295])
    fc.assert(fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (id) => BigInt(toCoinType(id)) === viemCoinType(id)))
  })

  test('error: any other number', () => {
    const others = fc.oneof(
      fc.integer({ min: 2_147_483_648, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ max: -1 }),
      fc.double({ noInteger: true }),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
    )
    fc.assert(
      fc.property(others, (id) => {
        expect(() => toCoinType(id)).toThrow(expect.objectContaining({ code: -32602, message: 'Chain is not supported' }))
      }),
    )
  })
})

describe('coinTypesOfChain', () => {
  test('behavior: the chain’s own, then the default (ENSIP-19); never the address on another chain', () => {
    expect(coinTypesOfChain(1)).toEqual([60, defaultEvmCoinType])
    fc.assert(
      fc.property(fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER }), (id) => {
        const types = coinTypesOfChain(id)
        expect(types).not.toContain(60)
        expect(types.at(-1)).toBe(2_147_483_648)
        expect(types.length).toBe(id < 2_147_483_648 ? 2 : 1)
      }),
    )
  })
})
