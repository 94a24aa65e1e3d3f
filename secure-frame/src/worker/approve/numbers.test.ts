import { expect, test } from 'vitest'
import { digitsOf, limitOf } from './numbers.js'

const usdc = { symbol: 'USDC', decimals: 6 }

test.each([
  ['12.50', '12.5'],
  [' 1,5 ', '1.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['١٢٫٥', '12.5'],
  ['۱۰۰', '100'],
  ['１．５', '1.5'],
  ['१२', '12'],
  ['1,000,000', '1000000'],
  ['1.234,50 USDC', '1234.5'],
  ['1.50000000', '1.5'],
  ['0', '0'],
])('behavior: %o is the limit %o', (text, limit) => {
  expect(limitOf(text, usdc)).toBe(limit)
})

test.each(['', '.', '1.2.3', '-1', '1e3', '0x10', 'all', '0.0000001', '1/2', String(2n ** 256n)])('error: %o is no limit', (text) => {
  expect(limitOf(text, usdc)).toBeUndefined()
})

test('behavior: the most that a contract can count is a limit, and one more is not', () => {
  const whole = { symbol: 'NFT', decimals: 0 }
  expect([limitOf(String(2n ** 256n - 1n), whole), limitOf(String(2n ** 256n), whole)]).toEqual([String(2n ** 256n - 1n), undefined])
})

test('behavior: a code is read in the digits that a keyboard has', () => {
  expect(digitsOf('123 456')).toBe('123456')
  expect(digitsOf('١٢٣٤٥٦')).toBe('123456')
  expect(digitsOf('۱۲۳-۴۵۶')).toBe('123456')
  expect(digitsOf('１２３４５６')).toBe('123456')
})
