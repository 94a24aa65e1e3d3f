import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimal } from '../../lib/format.js'
import {
  changeDirection,
  formatAmount,
  formatChange,
  formatPrice,
  formatValue,
  parseAmount,
  toChange,
  toMillionths,
  toValue,
  worthOf,
} from './amounts.js'

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
  test('behavior: a change is cut towards zero, never rounded up', () => {
    expect([99.99999, -99.99999, 0.00019, 1e-9].map(toChange)).toEqual([999_999n, -999_999n, 1n, 0n])
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

describe('toMillionths', () => {
  test.each([
    [1.1, 1_100_000n],
    [4.35, 4_350_000n],
    [1.005, 1_005_000n],
    [0.9999996, 999_999n],
    [123_456_789.123_456_7, 123_456_789_123_456n],
    [1e-6, 1n],
    [9.99e-7, 0n],
    [1.5e-5, 15n],
    [Number.MIN_VALUE, 0n],
    [1.5e21, 1_500n * 10n ** 24n],
    [0, 0n],
  ])('behavior: %s', (value, millionths) => expect(toMillionths(value)).toBe(millionths))

  test('behavior: the digits of every number, cut and never rounded up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), fc.integer({ min: 0, max: 9 }), (digits, decimals) => {
        const expected = decimals > 6 ? digits / 10n ** BigInt(decimals - 6) : digits * 10n ** BigInt(6 - decimals)
        expect(toMillionths(Number(toDecimal(digits, decimals)))).toBe(expected)
      }),
    )
  })
})

describe('formatValue', () => {
  test.each([
    [2913.4, '$2,913.40'],
    [0.999999, '$0.99'],
    [0.9999996, '$0.99'],
    [1234.9999999, '$1,234.99'],
    [1.1, '$1.10'],
    [0, '$0.00'],
    [0.009999, '<$0.01'],
    [4e-7, '<$0.01'],
    [Number.MIN_VALUE, '<$0.01'],
    [999_999_999_999.99, '$999,999,999,999.99'],
    [1e21, '$1,000,000,000,000,000,000,000.00'],
  ])('behavior: %s', (value, text) => expect(formatValue(toValue(value))).toBe(text))

  test('behavior: a price of less than a millionth is not nothing', () => {
    expect(formatPrice(toMillionths(4e-7))).toBe('<$0.01')
    expect(formatPrice(toMillionths(1.1))).toBe('$1.10')
  })

  test('behavior: values add up to the cent, however many', () => {
    const cents = Array.from({ length: 1_000 }, () => toValue(0.1))
    expect(formatValue(cents.reduce((sum, value) => sum + value, 0n))).toBe('$100.00')
  })

  test('behavior: billions in short, where that is wanted, and cut as well', () => {
    expect(formatValue(toValue(123_459_999_999.99), 'en', true)).toBe('$123.45B')
    expect(formatValue(toValue(999_999_999.99), 'en', true)).toBe('$999,999,999.99')
  })

  test('behavior: as the locale writes money', () => expect(formatValue(1_234_500_000n, 'de')).toBe('1.234,50\u00a0$'))
})

test('behavior: an amount that is worth less than a millionth is not shown as worth nothing', () => {
  const [coin, dollar] = [{ decimals: 18 }, 1_000_000n]
  expect(formatValue(worthOf(1n, coin, dollar) ?? expect.fail('It has a price.'))).toBe('<$0.01')
  expect([worthOf(0n, coin, dollar), worthOf(1n, coin, 0n), worthOf(1n, coin, undefined)]).toEqual([0n, undefined, undefined])
})
