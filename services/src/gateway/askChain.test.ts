import { describe, expect, test } from 'vitest'
import { parseExactly } from './askChain.js'

describe('parseExactly', () => {
  test('behavior: whole numbers that a float would round stay whole; all others are numbers', () => {
    const text =
      '{"a":18446744073709551615,"b":[9007199254740993,-9007199254740993],"c":9007199254740991,"d":0.1234567890123456789,"e":1e30,"f":5}'
    expect(parseExactly(text)).toEqual({
      a: 18_446_744_073_709_551_615n,
      b: [9_007_199_254_740_993n, -9_007_199_254_740_993n],
      c: 9_007_199_254_740_991,
      d: 0.12345678901234568,
      e: 1e30,
      f: 5,
    })
  })

  test('behavior: digits in a text are text', () => {
    expect(parseExactly('["0x9007199254740993","9007199254740993"]')).toEqual(['0x9007199254740993', '9007199254740993'])
  })
})
