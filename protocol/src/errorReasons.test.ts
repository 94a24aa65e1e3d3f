import { expect, test } from 'vitest'
import { reasonOf } from './errorReasons.js'
import { RpcError } from './errors.js'

test('behavior: the reason of an error is read, whatever was thrown', () => {
  expect(reasonOf(new RpcError(-32001, 'Failed', { data: { reason: 'no_accounts' } }))).toBe('no_accounts')
  expect(reasonOf({ data: { reason: 'tab_closed' } })).toBe('tab_closed')
})

test.each([undefined, null, 'no_accounts', new Error('x'), { data: null }, { data: { reason: 7 } }])(
  'error: %o has no reason',
  (thrown) => {
    expect(reasonOf(thrown)).toBeUndefined()
  },
)
