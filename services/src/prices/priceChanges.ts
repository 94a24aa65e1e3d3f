import type { Currency } from '@latchkey/protocol'
import { and, between, desc, eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import type { Database } from '../db/database.js'
import { pricePoints, priceTokens } from '../db/priceTables.js'
import { inTime } from '../http/inTime.js'
import { loggableError } from '../log.js'
import type { UsdPrice } from './priceProvider.js'
import { isCoin } from './rates.js'

/** How prices moved within a day. */
export type PriceChanges = {
  /**
   * @param prices what tokens of the chain cost now
   * @returns by how many per cent each rose within 24 hours, or fell where it is below zero; without an entry where the price of then is not known.
   *   In `eth` and `btc` nothing: their own price of then would be needed, too
   */
  readonly of: (chain: Chain, currency: Currency, prices: ReadonlyMap<string, UsdPrice>) => Promise<ReadonlyMap<string, number>>
}

/** Milliseconds: the time over which changes are told. */
export const day = 86_400_000
/** The price of a day ago is the newest one that is at least so old, and it is none when it is older than this. */
export const oldestPoint = day + 5_400_000
/** Milliseconds for which the prices of a day ago are taken as they are, and for which that they could not be read is. */
const keptFor = 300_000
const failureKeptFor = 30_000
/** Milliseconds for the database: a balance does not wait for longer. */
const longest = 1_000
/** Milliseconds after which it is written again that a token was asked for. */
const toldFor = 3_600_000
/** Digits behind the decimal point of a change. */
const precision = 10_000n

type Before = { readonly at: number; readonly prices: Promise<ReadonlyMap<string, UsdPrice> | undefined>; failed: boolean }

/**
 * By how many per cent a price rose.
 *
 * @example
 * percentOf(100n, 101n) // 1
 */
export const percentOf = (before: UsdPrice, now: UsdPrice): number =>
  Number(((now - before) * 100n * precision) / before) / Number(precision)

/**
 * Compares prices with those of a day ago, which one process of all on the database writes down (`priceRecorder.ts`), and tells it which tokens
 * somebody is shown.
 *
 * @param clock `now` in milliseconds since 1970
 */
export function openPriceChanges(db: Database, log: Logger, { now = Date.now }: { readonly now?: () => number } = {}): PriceChanges {
  const known = new LRUCache<string, Before>({ max: 1_000 })
  const told = new LRUCache<string, number>({ max: 50_000 })

  const read = async (chain: string): Promise<ReadonlyMap<string, UsdPrice>> => {
    const { token, at, price } = pricePoints
    const rows = await db
      .selectDistinctOn([token], { token, price })
      .from(pricePoints)
      .where(and(eq(pricePoints.chain, chain), between(at, new Date(now() - oldestPoint), new Date(now() - day))))
      .orderBy(token, desc(at))
    return new Map(rows.map((row) => [row.token, row.price]))
  }
  const before = (chain: string) => {
    const one = known.get(chain)
    if (one && now() - one.at < (one.failed ? failureKeptFor : keptFor)) return one.prices
    const fresh: Before = {
      at: now(),
      failed: false,
      prices: inTime(read(chain), AbortSignal.timeout(longest)).catch((error: unknown) => {
        fresh.failed = true
        log.warn({ chain, error: loggableError(error) }, 'Prices of a day ago could not be read')
        return undefined
      }),
    }
    known.set(chain, fresh)
    return fresh.prices
  }

  /** Says which tokens somebody is shown, so that their prices are written down from now on. */
  const tell = (chain: string, tokens: readonly string[]) => {
    const askedAt = new Date(now())
    const untold = tokens.filter((token) => now() - (told.get(`${chain} ${token}`) ?? Number.NEGATIVE_INFINITY) >= toldFor)
    if (untold.length === 0) return
    for (const token of untold) told.set(`${chain} ${token}`, now())
    const rows = untold.map((token) => ({ chain, token, askedAt }))
    const target = [priceTokens.chain, priceTokens.token]
    void db
      .insert(priceTokens)
      .values(rows)
      .onConflictDoUpdate({ target, set: { askedAt: sql`excluded.asked_at` } })
      .catch((error: unknown) => {
        for (const token of untold) told.delete(`${chain} ${token}`)
        log.warn({ chain, error: loggableError(error) }, 'Tokens whose prices are wanted could not be written down')
      })
  }

  return {
    of: async (chain, currency, prices) => {
      const id = chain.caipNetworkId
      if (prices.size === 0) return new Map()
      tell(id, [...prices.keys()])
      const old = isCoin(currency) ? undefined : await before(id)
      return new Map(
        [...prices].flatMap(([token, price]) => {
          const then = old?.get(token)
          return then === undefined || then <= 0n ? [] : [[token, percentOf(then, price)] as const]
        }),
      )
    },
  }
}
