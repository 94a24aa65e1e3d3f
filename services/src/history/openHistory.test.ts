import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { priceScale } from '../prices/priceProvider.js'
import type { HistoryProvider, Moved } from './historyProvider.js'
import { openHistory } from './openHistory.js'

const chain = {
  caipNetworkId: 'eip155:1',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [],
} as unknown as Chain
const address = '0x0000000000000000000000000000000000000001'
const token = '0x00000000000000000000000000000000000000aa'

/** What is told of a million units of a token that costs two dollars, by what is known of it. */
async function told(about: Moved['about'], at = 1) {
  const provider: HistoryProvider = {
    name: 'made up',
    serves: () => true,
    isTogether: true,
    pageOf: async () => {
      const moved: Moved = { direction: 'in', token, amount: 1_000_000n, about }
      const rest = { chain, hash: '0x1', operation: 'receive', status: 'confirmed', at, from: token, to: address, nonce: 0 } as const
      return { transactions: [{ ...rest, moved: [moved] }], next: null }
    },
  }
  const history = openHistory({
    providers: [provider],
    prices: { of: async () => new Map([[token, 2n * priceScale]]) },
    rateOf: async () => priceScale,
    log: pino({ level: 'silent' }),
  })
  const { data } = await history.of({ chains: [chain], address, currency: 'usd' })
  return data[0]
}

test('behavior: an amount has a value only where it is known how it is divided', async () => {
  const facts = { name: 'Token', symbol: 'TKN', isSpam: false }
  expect((await told({ ...facts, decimals: 6 }))?.transfers).toMatchObject([{ quantity: { numeric: '1' }, value: 2, price: 2 }])
  // Not read yet; and a contract that has none.
  for (const about of [null, { ...facts, decimals: null }])
    expect((await told(about))?.transfers).toMatchObject([{ quantity: { numeric: '1000000' }, value: null, price: null }])
})

test('behavior: a time that no date can have is told as the furthest one', async () => {
  expect((await told(null, Number.MAX_SAFE_INTEGER))?.metadata.minedAt).toBe('+275760-09-13T00:00:00.000Z')
  expect((await told(null, -1e300))?.metadata.minedAt).toBe('-271821-04-20T00:00:00.000Z')
})
