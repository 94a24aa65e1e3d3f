import { describe, expect, test } from 'vitest'
import { activityAddress, formatBalance, shortAddress, shortEmail, toDecimal } from './format.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('shortAddress', () => {
  test('behavior: keeps both ends, and short ones whole', () => {
    expect(shortAddress(address)).toBe('0x7099…79C8')
    expect(shortAddress('0x12345678')).toBe('0x12345678')
  })
})

describe('activityAddress', () => {
  test('behavior: 4 leading, 6 trailing', () => expect(activityAddress(address)).toBe('0x70…dc79C8'))
})

describe('shortEmail', () => {
  test('behavior: cuts after 30, leaves 30 alone', () => {
    expect(shortEmail('a'.repeat(30))).toBe('a'.repeat(30))
    expect(shortEmail('a'.repeat(31))).toBe(`${'a'.repeat(30)}...`)
  })
})

describe('toDecimal', () => {
  test.each([
    [1_500_000n, 6, '1.5'],
    [1n, 18, '0.000000000000000001'],
    [0n, 18, '0'],
    [-15n, 1, '-1.5'],
    [7n, 0, '7'],
    [123456789012345678901234567890n, 18, '123456789012.34567890123456789'],
  ])('behavior: %s with %i decimals', (value, decimals, text) => expect(toDecimal(value, decimals)).toBe(text))
})

describe('formatBalance', () => {
  test.each([
    [1_234_567_890_000_000_000n, '1.234'],
    [1_999_900_000_000_000_000n, '1.999'],
    [1_000_000_000_000_000n, '0.001'],
    [999_999_999_999_999n, '<0.001'],
    [0n, '0'],
    [123_456_789_000_000_000_000_000n, '123,456.789'],
    [9_007_199_254_740_993_123_000_000_000_000_000n, '9,007,199,254,740,993.123'],
  ])('behavior: %s', (value, text) => expect(formatBalance(value, 18)).toBe(text))

  test('behavior: the locale groups', () => expect(formatBalance(1_234_500n, 3, { locale: 'de' })).toBe('1.234,5'))
})
