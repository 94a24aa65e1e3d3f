import { describe, expect, test } from 'vitest'
import { abortError, isAbortable } from './abortRule.js'

describe('isAbortable', () => {
  test.each([
    ['rpcRequest', { method: 'personal_sign' }, true],
    ['rpcRequest', { method: 'wallet_sendCalls' }, true],
    ['rpcRequest', { method: 'eth_call' }, false],
    ['rpcRequest', { method: 'wallet_getCallsStatus' }, false],
    ['getFarcasterUri', {}, false],
    ['connectFarcaster', {}, true],
    ['connectEmail', { email: 'mira@meadow.example' }, true],
    ['getUser', undefined, true],
  ] as const)('behavior: %s %o: %s', (method, params, expected) => expect(isAbortable(method, params)).toBe(expected))
})

describe('abortError', () => {
  test.each([
    ['rpcRequest', 'Request was aborted'],
    ['connectOtp', 'Something went wrong'],
    ['connectFarcaster', 'Something went wrong'],
  ] as const)('error: %s: %s', (method, message) => expect(abortError(method)).toMatchObject({ code: 4001, message }))
})
