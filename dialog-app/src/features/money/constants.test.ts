import { expect, test } from 'vitest'
import { money } from './constants.js'

test('behavior: times, limits and digits are those that users and operators rely on', () => {
  expect(money).toEqual({
    poll: 10_000,
    retryBlock: 30_000,
    identityCache: 300_000,
    historyCache: 15_000,
    amountDigits: 3,
    fiatDigits: 2,
    changeDigits: 2,
    pendingTransactions: 99,
    smallValue: 1_000_000n,
  })
})
