import { base58, base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { fromBase58, fromBase64, fromHex, toBase58, toBase64, toBytes, toHex } from './encoding.js'

const samples = [[], [0], [0, 0, 1], [255], [0, 255, 0], Array.from({ length: 64 }, (_, index) => (index * 37) % 256)].map((bytes) =>
  Uint8Array.from(bytes),
)

describe('encodings', () => {
  test('behavior: write and read what other libraries do', () => {
    for (const bytes of samples) {
      expect([toBase58(bytes), toBase64(bytes), toHex(bytes)]).toEqual([base58.encode(bytes), base64.encode(bytes), hex.encode(bytes)])
      expect([fromBase58(toBase58(bytes)), fromBase64(toBase64(bytes)), fromHex(`0x${toHex(bytes)}`)]).toEqual([bytes, bytes, bytes])
    }
  })

  test('error: what is not base58 is refused', () => {
    for (const text of ['0', 'O', 'l', 'ab c']) expect(() => fromBase58(text)).toThrow(RangeError)
  })
})

describe('toBytes', () => {
  test('behavior: takes views and lists of numbers, and nothing else', () => {
    const buffer = Uint8Array.of(9, 1, 2, 9)
    expect(toBytes(buffer.subarray(1, 3))).toEqual(Uint8Array.of(1, 2))
    expect(toBytes([1, 2])).toEqual(Uint8Array.of(1, 2))
    for (const value of ['12', null, {}, ['1']]) expect(toBytes(value)).toBeUndefined()
  })
})
