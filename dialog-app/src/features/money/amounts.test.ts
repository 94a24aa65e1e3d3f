import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimal } from '../../lib/format.js'
import { changeDirection, formatAmount, formatChange, formatValue, parseAmount, toChange, toMillionths } from './amounts.js'

describe('parseAmount', () => {
  test('behavior: every amount that a chain can count comes back as it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 77 }), (amount, decimals) => {
        expect(parseAmount(toDecimal(amount, decimals), decimals)).toBe(amount)
      }),
    )
  })

  test.each(['', '-1', '1e77', '1.', '.5', '1.2345', '0x10', ' 1', 'NaN'])('error: "%s" with three decimals', (text) => {
    expect(parseAmount(text, 3)).toBeUndefined()
  })
})

describe('formatChange', () => {
  test.each([
    [12_499n, '+1.24%', 'up'],
    [-9_199n, '−0.91%', 'down'],
    [0n, '0.00%', 'same'],
    [99n, '0.00%', 'same'],
    [-99n, '0.00%', 'same'],
    [-1_000_000n, '−100.00%', 'down'],
    [9_999_999n, '+999.99%', 'up'],
    [123_456_789n, '+12.34K%', 'up'],
  ] as const)('behavior: %s millionths read %s', (change, text, direction) => {
    expect(formatChange(change)).toBe(text)
    expect(changeDirection(change)).toBe(direction)
  })

  test('behavior: in words the sign is in the word', () => expect(formatChange(-9_199n, 'en', false)).toBe('0.91%'))
  test('behavior: per cent of the server are exact in millionths', () => {
    expect([1.24, -0.91, 99_999_999_900, 0.00004].map(toChange)).toEqual([12_400n, -9_100n, 999_999_999_000_000n, 0n])
  })
})

describe('formatAmount', () => {
  test.each([
    [842_999_000_000_000_000n, 18, '0.842'],
    [1n, 18, '<0.001'],
    [123_456_789_012_345_678n, 3, '123,456,789,012,345.678'],
    [10n ** 77n, 0, '1E77'],
    [1_999_999n * 10n ** 60n, 18, '1.999E48'],
    [2n ** 256n - 1n, 18, '1.157E59'],
  ])('behavior: %s with %i decimals', (amount, decimals, text) => expect(formatAmount(amount, decimals)).toBe(text))
})

describe('formatValue', () => {
  test.each([
    [2913.4, '$2,913.40'],
    [0.999999, '$0.99'],
    [0.7 + 0.1, '$0.80'],
    [0, '$0.00'],
    [0.009999, '<$0.01'],
    [999_999_999_999.99, '$999,999,999,999.99'],
  ])('behavior: %s', (value, text) => expect(formatValue(toMillionths(value))).toBe(text))

  test('behavior: values add up to the cent, however many', () => {
    const cents = Array.from({ length: 1_000 }, () => toMillionths(0.1))
    expect(formatValue(cents.reduce((sum, value) => sum + value, 0n))).toBe('$100.00')
  })

  test('behavior: billions in short, where that is wanted, and cut as well', () => {
    expect(formatValue(toMillionths(123_459_999_999.99), 'en', true)).toBe('$123.45B')
    expect(formatValue(toMillionths(999_999_999.99), 'en', true)).toBe('$999,999,999.99')
  })

  test('behavior: as the locale writes money', () => expect(formatValue(1_234_500_000n, 'de')).toBe('1.234,50\u00a0$'))
})
