import { RpcError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readRefusal, toRpcError } from './errors.js'

describe('toRpcError', () => {
  test("behavior: a wallet's code, words and data arrive untouched", () => {
    expect(toRpcError({ code: 5000, message: 'User rejected.', data: { why: 1 } })).toMatchObject({
      code: 5000,
      message: 'User rejected.',
      data: { why: 1 },
    })
    const own = new RpcError(4001, 'x')
    expect(toRpcError(own)).toBe(own)
  })

  test.each([
    ['Request expired. Please try again.', -32001, 'request_expired'],
    ['No internet connection detected. Please restart your network and try again.', 4900, 'relay_unreachable'],
    ['Failed to publish custom payload, please try again. id:1 tag:1108', 4900, 'relay_unreachable'],
    ["Couldn't establish socket connection to the relay server: wss://relay", 4900, 'relay_unreachable'],
  ])('behavior: "%s" has a reason', (message, code, reason) => {
    expect(toRpcError(new Error(message))).toMatchObject({ code, data: { reason } })
  })

  test('behavior: a session that ended meanwhile is a lost connection, anything else an internal error', () => {
    expect(toRpcError({ code: 6000, message: 'User disconnected.' })).toMatchObject({ code: 4900, message: 'Provider disconnected' })
    expect(toRpcError(new Error('odd'))).toMatchObject({ code: -32603, message: 'odd' })
    expect(toRpcError({ code: 0, message: 'Proposal expired' })).toMatchObject({ data: { reason: 'request_expired' } })
  })
})

describe('readRefusal', () => {
  test.each([
    ['JWT validation error: JWT Token is not yet valid', 'Session Expired'],
    ['JWT validation error: JWT Token is expired', 'Session Expired'],
    ['Unauthorized: invalid key', 'Invalid Project ID'],
    ['Unauthorized: origin not allowed', 'Origin Not Allowed'],
  ])('behavior: %s', (reason, message) => {
    expect(readRefusal(new Error(`WebSocket connection closed abnormally with code: 3000 (${reason})`))).toMatchObject({
      code: 4100,
      message,
    })
  })

  test('behavior: an unknown reason is no refusal: the client tries again', () => {
    expect(readRefusal(new Error('something else'))).toBeUndefined()
  })
})
