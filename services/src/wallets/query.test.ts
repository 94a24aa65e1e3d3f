import { describe, expect, test } from 'vitest'
import { indexWallets, queryWallets, type WalletQuery } from './query.js'
import { wallet } from './testing/wallets.js'

const everything: WalletQuery = {
  page: 1,
  entries: 100,
  search: '',
  include: [],
  exclude: [],
  chains: [],
  names: [],
  rdns: [],
  includePayOnly: false,
  payFirst: false,
}

const synthetic = Array.from({ length: 1_000 }, (_, index) =>
  wallet(`${['Alpha', 'Nova', 'Safe', 'Ámbar'][index % 4]} ${(index * 7919) % 1_000} Wallet`, {
    rdns: `com.maker${index}.wallet`,
    homepage: `https://maker${index}.example/`,
    chains: ['eip155:1', 'eip155:10', 'eip155:137', `eip155:${1_000 + index}`],
  }),
)

/** The fastest of several runs: what the work itself takes, without whoever else uses the machine. Milliseconds for `times` runs. */
function fastest(work: () => unknown, times = 20): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 15; round += 1) {
    const start = performance.now()
    for (let run = 0; run < times; run += 1) work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

describe('queryWallets', () => {
  const index = indexWallets(synthetic)

  test.each([
    ['a search', { ...everything, search: 'nova' }],
    ['a search by homepage', { ...everything, search: 'maker99' }],
    [
      'a search with filters',
      { ...everything, search: 'a', chains: ['eip155:1500', 'eip155:1'], exclude: synthetic.slice(0, 40).map(({ id }) => id) },
    ],
    ['a page', { ...everything, page: 10 }],
  ])('behavior: %s among 1,000 wallets takes less than writing the 1,000 wallets as JSON', (_, query) => {
    expect(queryWallets(index, query).count).toBeGreaterThan(0)

    expect(fastest(() => queryWallets(index, query))).toBeLessThan(fastest(() => JSON.stringify(synthetic)))
  })

  test('behavior: changes nothing of the index, so that the next caller finds it in order', () => {
    const before = queryWallets(index, everything).data.map(({ name }) => name)
    queryWallets(index, { ...everything, search: 'wallet', payFirst: true })

    expect(queryWallets(index, everything).data.map(({ name }) => name)).toEqual(before)
  })
})
