import { describe, expect, test } from 'vitest'
import { cutAmount, differences, shorten } from './rowText.js'

describe('cutAmount', () => {
  test.each([
    ['0', '0'],
    ['12', '12'],
    ['1.50', '1.5'],
    ['1.23456789', '1.234567'],
    ['1.9999999', '1.999999'],
    ['0.0000001', '< 0.000001'],
    ['3.0000001', '3'],
    ['0.0000000', '0'],
  ])('behavior: %s is shown as %s, never as more than it is', (amount, text) => {
    expect(cutAmount(amount)).toBe(text)
  })
})

describe('shorten', () => {
  test('behavior: both ends of a long address', () => {
    expect(shorten('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe('0x9858…aEda94')
    expect(shorten('short.eth')).toBe('short.eth')
  })
})

describe('differences', () => {
  test('behavior: case does not matter, length does', () => {
    expect(differences('0xAb1', '0xab2')).toEqual([false, false, false, false, true])
    expect(differences('abc', 'ab')).toEqual([false, false, true])
  })
})
