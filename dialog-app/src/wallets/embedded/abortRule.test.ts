import { describe, expect, test } from 'vitest'
import { abortError, isAbortable } from './abortRule.js'

describe('isAbortable', () => {
  test.each([
    ['rpcRequest', true],
    ['getFarcasterUri', false],
    ['connectFarcaster', true],
    ['connectEmail', true],
  ] as const)('behavior: %s: %s', (method, expected) => expect(isAbortable(method)).toBe(expected))
})

describe('abortError', () => {
  test.each([
    ['rpcRequest', 'Request was aborted'],
    ['connectOtp', 'Something went wrong'],
    ['connectFarcaster', 'Something went wrong'],
  ] as const)('error: %s: %s', (method, message) => expect(abortError(method)).toMatchObject({ code: 4001, message }))
})
