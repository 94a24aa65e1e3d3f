import { databases, openPostgres, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { count, max, min } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Chain } from '../config/chains.js'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { pricePoints, priceTokens } from '../db/priceTables.js'
import { openPriceChanges, percentOf } from './priceChanges.js'
import { recordPrices, startPriceRecorder } from './priceRecorder.js'

const chain = { caipNetworkId: 'eip155:31337', tokens: [] } as unknown as Chain
const log = pino({ level: 'silent' })
const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 10, 1)

/** Prices that the test changes. */
function scripted(known = new Map<string, bigint>()) {
  return { known, of: async (_chain: Chain, tokens: readonly string[]) => new Map([...known].filter(([token]) => tokens.includes(token))) }
}

describe('percentOf', () => {
  test.each([
    [100n, 101n, 1],
    [200n, 197n, -1.5],
    [3n, 3n, 0],
    [10n ** 30n, 1n, -99.9999],
    [1n, 10n ** 9n, 99_999_999_900],
  ])('behavior: from %s to %s', (before, now, percent) => expect(percentOf(before, now)).toBe(percent))
})

describe.each(databases)('prices of the last day on $kind', ({ open }) => {
  let files: TestDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    files = await open()
    database = await openDatabase(files.options)
  }, 60_000)
  afterAll(async () => {
    await database?.close()
    await files?.remove()
  }, 60_000)

  const clock = { now: start }
  const prices = scripted()
  const record = () => recordPrices({ db: database.db, chains: [chain], prices }, clock.now)
  const points = async () =>
    (await database.db.select({ rows: count(), first: min(pricePoints.at), last: max(pricePoints.at) }).from(pricePoints))[0]
  const changesOf = (currency: 'usd' | 'eth' = 'usd') =>
    openPriceChanges(database.db, log, { now: () => clock.now }).of(chain, currency, prices.known)
  /** Everything as it goes on for so many hours. */
  const pass = async (hours: number) => {
    for (const end = clock.now + hours * hour; clock.now < end; clock.now += 15 * minute) await record()
  }

  test('behavior: of a token that nobody was shown, nothing is kept', async () => {
    prices.known.set('a', 100n)
    await record()
    expect((await points())?.rows).toBe(0)
  })

  test('behavior: before a day has passed there is no change, and none is invented', async () => {
    expect(await changesOf()).toEqual(new Map())
    await vi.waitFor(async () => expect(await database.db.select().from(priceTokens)).toMatchObject([{ token: 'a' }]))
    await pass(23.75)
    prices.known.set('a', 150n)
    expect(await changesOf()).toEqual(new Map())
  })

  test('behavior: after a day a price is compared with that of then, up and down; not in a coin, whose own price moves', async () => {
    await pass(0.5)
    expect(await changesOf()).toEqual(new Map([['a', 50]]))
    prices.known.set('a', 75n).set('new', 7n)
    expect(await changesOf()).toEqual(new Map([['a', -25]]))
    expect(await changesOf('eth')).toEqual(new Map())
    prices.known.delete('new')
  })

  test('behavior: a second look within a quarter of an hour writes nothing, whoever looks', async () => {
    await record()
    const before = await points()
    clock.now += 14 * minute
    expect(await record()).toBe(minute)
    expect(await points()).toEqual(before)
    clock.now += minute
  })

  test('behavior: no more than a little over a day is kept', async () => {
    await pass(72)
    const { rows = 0, first } = (await points()) ?? {}
    expect(rows).toBeLessThan(110)
    expect(clock.now - (first?.getTime() ?? 0)).toBeLessThan(26.5 * hour)
    expect(await changesOf()).toEqual(new Map([['a', 0]]))
  })

  test('behavior: when nobody wrote a day ago, there is no change', async () => {
    clock.now += 26 * hour
    expect(await changesOf()).toEqual(new Map())
  })

  test('behavior: a token that nobody was shown for a week is not followed any more', async () => {
    clock.now += 8 * 24 * hour
    await record()
    expect(await database.db.select().from(priceTokens)).toEqual([])
    expect((await points())?.rows).toBe(0)
  })
})

describe('several processes', () => {
  test('behavior: on one database one of them writes, and another goes on when it ends', async () => {
    const files = await openPostgres()
    const opened = await Promise.all([openDatabase(files.options), openDatabase(files.options)])
    const [first] = opened
    if (!first) throw new Error('unreachable')
    const asked = new Map<number, number>()
    await openPriceChanges(first.db, log).of(chain, 'usd', new Map([['a', 1n]]))
    await vi.waitFor(async () => expect(await first.db.select().from(priceTokens)).toHaveLength(1))
    const recorders = opened.map(({ db }, index) => {
      const prices = {
        of: async () => {
          asked.set(index, (asked.get(index) ?? 0) + 1)
          return new Map([['a', 5n]])
        },
      }
      return startPriceRecorder({ db, url: files.options.url, chains: [chain], prices, log })
    })
    const rows = async () => (await first.db.select().from(pricePoints)).length
    await vi.waitFor(async () => expect(await rows()).toBe(1), 10_000)
    expect(asked.size).toBe(1)
    const [leader = 0] = asked.keys()
    // As if a quarter of an hour had passed.
    await first.db.update(pricePoints).set({ at: new Date(Date.now() - hour) })
    await recorders[leader]?.close()
    await vi.waitFor(async () => expect(await rows()).toBe(2), 10_000)
    expect(asked.get(1 - leader)).toBe(1)
    await Promise.all(recorders.map(({ close }) => close()))
    await Promise.all(opened.map(({ close }) => close()))
    await files.remove()
  }, 60_000)
})

describe('a database that does not answer', () => {
  test('error: there is no change, and nobody waits for it', async () => {
    const broken = {
      selectDistinctOn: () => ({ from: () => ({ where: () => ({ orderBy: () => new Promise(() => undefined) }) }) }),
      insert: () => ({ values: () => ({ onConflictDoUpdate: () => Promise.reject(new Error('gone')) }) }),
    } as unknown as OpenDatabase['db']
    const started = Date.now()
    expect(await openPriceChanges(broken, log).of(chain, 'usd', new Map([['a', 1n]]))).toEqual(new Map())
    expect(Date.now() - started).toBeLessThan(3_000)
  })
})
