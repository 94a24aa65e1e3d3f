import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptedEncoding, compress, isCompressible } from './compress.js'

describe('acceptedEncoding', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', null],
    ['br;q=0.01', 'br'],
    ['*', 'gzip'],
    ['identity', null],
    ['', null],
    [null, null],
  ])('behavior: %j', (header, expected) => {
    expect(acceptedEncoding(header)).toBe(expected)
  })
})

describe('compress', () => {
  test('behavior: both encodings give the body back', async () => {
    const body = Buffer.from('hello '.repeat(1_000))
    expect(brotliDecompressSync(await compress(body, 'br', 4))).toEqual(body)
    expect(gunzipSync(await compress(body, 'gzip', 11))).toEqual(body)
  })
})

describe('isCompressible', () => {
  test('behavior: text of some length, and no pictures or fonts', () => {
    expect(isCompressible('text/javascript; charset=utf-8', 2_000)).toBe(true)
    expect(isCompressible('text/javascript; charset=utf-8', 200)).toBe(false)
    expect(isCompressible('font/woff2', 20_000)).toBe(false)
    expect(isCompressible('image/png', 20_000)).toBe(false)
  })
})
