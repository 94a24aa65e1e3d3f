import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHex } from './hex.js'

const digits = '0123456789abcdefABCDEF'
const hex = fc.uint8Array({ maxLength: 64 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

describe('isHex', () => {
  test('behavior: whole bytes, in either case, none at all included', () => {
    fc.assert(fc.property(hex, (text) => isHex(text) && isHex(`0x${text.slice(2).toUpperCase()}`)))
  })

  test('error: an odd number of digits, anything else among them, no prefix', () => {
    fc.assert(fc.property(hex, fc.constantFrom(...digits), (text, digit) => !isHex(text + digit)))
    const foreign = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => [...text].some((character) => !digits.includes(character)))
    fc.assert(fc.property(hex, foreign, (text, other) => !isHex(text + other)))
    fc.assert(fc.property(hex, (text) => !isHex(text.slice(2))))
    for (const value of [undefined, null, 7, {}, '0x\n']) expect(isHex(value)).toBe(false)
  })
})
