import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHex, padHex } from './hex.js'

const digits = '0123456789abcdefABCDEF'
const hex = fc.uint8Array({ maxLength: 64 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const invalid = expect.objectContaining({ code: -32602, message: 'Invalid params' })

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

describe('padHex', () => {
  test('behavior: has the size, and the same number', () => {
    fc.assert(
      fc.property(hex, fc.integer({ min: 0, max: 32 }), (text, more) => {
        const size = text.length / 2 - 1 + more
        const padded = padHex(text, size)
        expect([isHex(padded), padded.length, BigInt(padded === '0x' ? 0 : padded)]).toEqual([
          true,
          2 + 2 * size,
          BigInt(text === '0x' ? 0 : text),
        ])
      }),
    )
  })

  test('error: longer than the size, or no hex', () => {
    const longer = hex.filter((text) => text.length > 2)
    fc.assert(
      fc.property(longer, fc.nat(), (text, less) => {
        expect(() => padHex(text, less % (text.length / 2 - 1))).toThrow(invalid)
      }),
    )
    for (const text of ['', 'ff', '0xf', '0xzz']) expect(() => padHex(text, 8)).toThrow(invalid)
  })
})
