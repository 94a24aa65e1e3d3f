import { expect, test } from 'vitest'
import { decimalOf, digitsOf } from './numbers.js'

test.each([
  ['12.50', '12.5'],
  [' 1,5 ', '1.5'],
  ['.5', '0.5'],
  ['007', '7'],
  ['١٢٫٥', '12.5'],
  ['۱۰۰', '100'],
  ['0', '0'],
])('behavior: %o is the number %o', (text, number) => {
  expect(decimalOf(text)).toBe(number)
})

test.each(['', '.', '1.2.3', '1,000,000', '-1', '1e3', '0x10', 'all'])('error: %o is no number', (text) => {
  expect(decimalOf(text)).toBeUndefined()
})

test('behavior: a code is read in the digits that a keyboard has', () => {
  expect(digitsOf('123 456')).toBe('123456')
  expect(digitsOf('١٢٣٤٥٦')).toBe('123456')
  expect(digitsOf('۱۲۳-۴۵۶')).toBe('123456')
})
