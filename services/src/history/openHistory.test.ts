import fc from 'fast-check'
import { pino } from 'pino'
import { formatUnits } from 'viem'
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
async function told(about: Moved['about'], at = 1, more: Partial<Moved> = {}) {
  const provider: HistoryProvider = {
    name: 'made up',
    serves: () => true,
    isTogether: true,
    pageOf: async () => {
      const moved: Moved = { direction: 'in', token, amount: 1_000_000n, about, ...more }
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
})

test('error: an amount whose decimals are not read yet, or can never be, is no amount; counts of NFTs have none', async () => {
  const facts = { name: 'Token', symbol: 'TKN', decimals: null, isSpam: false }
  for (const about of [null, facts])
    expect((await told(about))?.transfers).toMatchObject([{ quantity: { numeric: null }, value: null, price: null }])
  const nft = { id: 7n, name: null, image: null }
  for (const about of [null, facts, { ...facts, decimals: 18 }])
    expect((await told(about, 1, { nft }))?.transfers).toMatchObject([{ quantity: { numeric: '1000000' }, value: null }])
})

test('behavior: whatever is known of a token, what is told of its amount is exact, or that it is not known', async () => {
  const decimals = fc.option(fc.integer({ min: 0, max: 255 }))
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals, async (amount, known) => {
      const numeric = (await told({ name: '', symbol: '', decimals: known, isSpam: false }, 1, { amount }))?.transfers[0]?.quantity.numeric
      expect(numeric).toBe(known === null ? null : formatUnits(amount, known))
    }),
  )
})

test('behavior: a time that no date can have is told as the furthest one', async () => {
  expect((await told(null, Number.MAX_SAFE_INTEGER))?.metadata.minedAt).toBe('+275760-09-13T00:00:00.000Z')
  expect((await told(null, -1e300))?.metadata.minedAt).toBe('-271821-04-20T00:00:00.000Z')
})
