import { describe, expect, test } from 'vitest'
import { concentratedState, depthOf, medianOf, pairState, priceAsNumber, priceIn } from './poolMath.js'
import { priceScale, toUsdPrice } from './priceProvider.js'

const usdc = { price: priceScale, decimals: 6 }

describe('prices in pools', () => {
  test('behavior: a pair of constant product', () => {
    // 100 tokens of 18 decimals against 250,000 USDC.
    const state = pairState(100n * 10n ** 18n, 250_000n * 10n ** 6n)
    expect(priceIn(state, 18, usdc)).toBe(2_500n * priceScale)
    expect(depthOf(state, usdc)).toBe(500_000n * priceScale)
  })

  test('behavior: concentrated liquidity, from either side', () => {
    // token1 per token0 = 4, so the square root of it is 2.
    const sqrt = 2n << 96n
    const first = concentratedState(sqrt, 1_000n, 10n ** 30n, true)
    expect(priceIn(first, 6, usdc)).toBe(4n * priceScale)
    expect(first.quoteReserve).toBe(2_000n)
    const second = concentratedState(sqrt, 1_000n, 10n ** 30n, false)
    expect(priceIn(second, 6, usdc)).toBe(priceScale / 4n)
    expect(second.quoteReserve).toBe(500n)
  })

  test('behavior: neither coins far from the price nor a steep range make a pool look deep', () => {
    const sqrt = 1n << 96n
    expect(concentratedState(sqrt, 5n, 10n ** 30n, true).quoteReserve).toBe(5n)
    expect(concentratedState(sqrt, 10n ** 30n, 7n, true).quoteReserve).toBe(7n)
  })

  test('behavior: an empty pool has no price', () => {
    expect(priceIn(pairState(0n, 0n), 18, usdc)).toBeUndefined()
    expect(priceIn(concentratedState(0n, 0n, 0n, false), 18, usdc)).toBeUndefined()
  })

  test('behavior: two of five moments cannot move the price', () => {
    const [low, high] = [priceScale, 1_000n * priceScale]
    expect(medianOf([high, high, low, low, low])).toBe(low)
    expect(medianOf([0n, 0n, low, low, low])).toBe(low)
    expect(medianOf([])).toBeUndefined()
  })

  test('behavior: decimal text in and a number out', () => {
    expect(toUsdPrice('0.000000000000000001')).toBe(1n)
    expect(toUsdPrice('1234.5')).toBe(12_345n * 10n ** 17n)
    expect(priceAsNumber(toUsdPrice('2500.125'))).toBe(2_500.125)
  })
})
