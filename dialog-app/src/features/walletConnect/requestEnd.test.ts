import { RpcError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { endOf } from './requestEnd.js'

describe('endOf', () => {
  test.each([
    [new RpcError(-32001, 'x', { data: { reason: 'request_expired' } }), 'expired'],
    [new RpcError(4900, 'x', { data: { reason: 'relay_unreachable' } }), 'unsent'],
    [new RpcError(4900, 'Provider disconnected', { data: { reason: 'tab_closed' } }), 'unsure'],
    [new RpcError(4900, 'Provider disconnected'), 'ended'],
  ] as const)('behavior: %s is told as %s', (error, end) => expect(endOf(error)).toBe(end))

  test.each([new RpcError(5000, 'User rejected.'), new RpcError(4001, 'no'), { code: -32000, message: 'insufficient funds' }])(
    'behavior: the wallet’s own answer %s is known there',
    (error) => expect(endOf(error)).toBeUndefined(),
  )
})
