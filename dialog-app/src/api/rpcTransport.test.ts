import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from './rpcTransport.js'

describe('parseRetryAfter', () => {
  test.each([
    ['2', 2_000],
    ['0', 0],
    ['Thu, 01 Jan 1970 00:00:05 GMT', 4_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('behavior: %s', (header, ms) => {
    expect(parseRetryAfter(header, 1_000)).toBe(ms)
  })
})
