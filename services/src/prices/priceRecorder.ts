import { setTimeout as wait } from 'node:timers/promises'
import { desc, gte, lt, max } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import type { Database } from '../db/database.js'
import { type Election, electToRun } from '../db/elect.js'
import { pricePoints, priceTokens } from '../db/priceTables.js'
import { loggableError } from '../log.js'
import type { Prices } from './openPrices.js'
import { day, oldestPoint } from './priceChanges.js'

/** Milliseconds between two prices of a token … */
const interval = 900_000
/** … and between two looks at whether it is time, while there was nothing to write. */
const shortestWait = 60_000
/** Points older than this are deleted: nobody compares with them. */
const keptFor = oldestPoint + interval
/** A token that nobody was shown for so long is not followed any more … */
const followedFor = 7 * day
/** … and of all others so many, the last ones that somebody was shown. */
const mostTokens = 500

type Recorder = {
  readonly db: Database
  readonly chains: readonly Chain[]
  /** Whom it costs nothing to ask every quarter of an hour. */
  readonly prices: Prices
}

/**
 * Writes down what the followed tokens cost now, if the last time was long enough ago, and deletes what is too old.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds until the next time
 */
export async function recordPrices({ db, chains, prices }: Recorder, now: number): Promise<number> {
  const [newest] = await db.select({ at: max(pricePoints.at) }).from(pricePoints)
  const due = newest?.at ? newest.at.getTime() + interval : now
  if (due > now) return due - now
  await db.delete(priceTokens).where(lt(priceTokens.askedAt, new Date(now - followedFor)))
  const followed = await db
    .select()
    .from(priceTokens)
    .where(gte(priceTokens.askedAt, new Date(now - followedFor)))
    .orderBy(desc(priceTokens.askedAt), priceTokens.chain, priceTokens.token)
    .limit(mostTokens)
  const found = await Promise.all(
    chains.map(async (chain) => {
      const id = chain.caipNetworkId
      const tokens = followed.flatMap((one) => (one.chain === id ? [one.token] : []))
      const known = tokens.length > 0 ? await prices.of(chain, tokens) : []
      return [...known].map(([token, price]) => ({ chain: id, token, at: new Date(now), price }))
    }),
  )
  const points = found.flat()
  if (points.length > 0) await db.insert(pricePoints).values(points).onConflictDoNothing()
  await db.delete(pricePoints).where(lt(pricePoints.at, new Date(now - keptFor)))
  return points.length > 0 ? interval : shortestWait
}

/**
 * Keeps the prices of the last day: every quarter of an hour, in one process of all on the database.
 *
 * @param url of a PostgreSQL server; undefined on PGlite
 */
export function startPriceRecorder({
  url,
  log,
  ...recorder
}: Recorder & { readonly url: string | undefined; readonly log: Logger }): Election {
  return electToRun('prices', url, async (signal) => {
    while (!signal.aborted) {
      const next = await recordPrices(recorder, Date.now()).catch((error: unknown) => {
        log.warn({ error: loggableError(error) }, 'Prices could not be written down')
        return shortestWait
      })
      await wait(next, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })
}
