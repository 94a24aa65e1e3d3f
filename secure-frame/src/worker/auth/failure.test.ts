import { describe, expect, test } from 'vitest'
import { readRefusal, secureReasonOf } from './failure.js'

const refused = (status: number, field: string) => readRefusal(status, { reasons: [{ field, description: 'x' }] }, null)

describe('readRefusal', () => {
  test.each([
    // The service answers: it is the mail server that refused an address, or is away.
    [503, 'mail_failed', 'mail_failed'],
    [503, 'unavailable', 'offline'],
    [502, '', 'offline'],
    [409, 'email_taken', 'email_taken'],
    [400, 'constructor', 'refused'],
  ])('error: %i with %j is %s', (status, field, reason) => {
    expect(secureReasonOf(refused(status, field))).toBe(reason)
  })
})
