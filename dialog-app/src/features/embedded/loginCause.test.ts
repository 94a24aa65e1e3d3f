import { codes, RpcError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { loginFailure } from './loginCause.js'

describe('loginFailure', () => {
  const thrown = (data: object, code: number = codes.internal) => new RpcError(code, 'x', { data })

  test.each([
    [thrown({ reason: 'otp_wrong', attemptsLeft: 2 }), { cause: 'wrong', retryAfter: null, attemptsLeft: 2 }],
    [thrown({ reason: 'otp_attempts' }), { cause: 'expired', retryAfter: null, attemptsLeft: null }],
    [thrown({ reason: 'cooldown', retryAfter: 11.2 }), { cause: 'cooldown', retryAfter: 12, attemptsLeft: null }],
    [thrown({ reason: 'mail_failed' }), { cause: 'unsent', retryAfter: null, attemptsLeft: null }],
    [thrown({ reason: 'iframe_load_failed' }, codes.disconnected), { cause: 'unavailable', retryAfter: null, attemptsLeft: null }],
    [thrown({ reason: 'constructor' }), { cause: 'failed', retryAfter: null, attemptsLeft: null }],
    [new RpcError(codes.userRejected, 'Request was aborted'), { cause: 'cancelled', retryAfter: null, attemptsLeft: null }],
    [new RpcError(codes.userRejected, 'Something went wrong'), { cause: 'cancelled', retryAfter: null, attemptsLeft: null }],
    // The same words for what the server refused without a word: nobody gave that up.
    [
      new RpcError(codes.invalidInput, 'Something went wrong', { data: { reason: 'refused' } }),
      { cause: 'failed', retryAfter: null, attemptsLeft: null },
    ],
    [
      new RpcError(codes.unauthorized, 'Something went wrong', { data: { reason: 'damaged' } }),
      { cause: 'failed', retryAfter: null, attemptsLeft: null },
    ],
    [new TypeError('broken'), { cause: 'failed', retryAfter: null, attemptsLeft: null }],
    ['text', { cause: 'failed', retryAfter: null, attemptsLeft: null }],
  ])('behavior: %o', (error, expected) => expect(loginFailure(error)).toEqual(expected))
})
