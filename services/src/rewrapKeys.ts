import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import { authKeys } from './db/accountTables.js'
import type { Database } from './db/database.js'
import { type Election, electToRun } from './db/elect.js'
import { siwxKeys } from './db/siwxTables.js'
import { vaultRotations, vaultWallets } from './db/vaultTables.js'
import type { Kms, KmsContext } from './kms/kms.js'
import { loggableError } from './log.js'

/** Keys that are wrapped anew at a time, and milliseconds until the next: requests go first. */
const batch = 100
const pause = 100
/** Milliseconds between two rounds: while processes restart one after the other, some still wrap under an older root. */
const interval = 3_600_000

/** Where the database keeps keys that the KMS wrapped. */
type Place = {
  readonly table: PgTable
  readonly id: PgColumn
  /** The wrapped key; null where there is none. */
  readonly wrapped: SQL<string | null>
  readonly contextOf: (id: string) => KmsContext
  /** What to write for another wrapped form. */
  readonly set: (wrapped: string) => Record<string, unknown>
}

const ofWallet =
  (purpose: 'share' | 'assist') =>
  (walletId: string): KmsContext => ({ purpose, walletId, v: '1' })

const envelopeKey = (name: 'shareKey' | 'assistKey', purpose: 'share' | 'assist'): Place => ({
  table: vaultRotations,
  id: vaultRotations.walletId,
  wrapped: sql`${vaultRotations.envelope}->>${sql.raw(`'${name}'`)}`,
  contextOf: ofWallet(purpose),
  set: (wrapped) => ({ envelope: sql`jsonb_set(${vaultRotations.envelope}, ${sql.raw(`'{${name}}'`)}, to_jsonb(${wrapped}::text))` }),
})

/** All of them. Rotations come before the wallets whose keys they become. */
const places: readonly Place[] = [
  {
    table: authKeys,
    id: authKeys.id,
    wrapped: sql`${authKeys.wrapped}`,
    contextOf: () => ({ purpose: 'auth', v: '1' }),
    set: (wrapped) => ({ wrapped }),
  },
  {
    table: siwxKeys,
    id: siwxKeys.id,
    wrapped: sql`case when ${siwxKeys.wrapped} then ${siwxKeys.secret} end`,
    contextOf: () => ({ purpose: 'siwx', v: '1' }),
    set: (secret) => ({ secret }),
  },
  envelopeKey('shareKey', 'share'),
  envelopeKey('assistKey', 'assist'),
  {
    table: vaultWallets,
    id: vaultWallets.id,
    wrapped: sql`${vaultWallets.shareKey}`,
    contextOf: ofWallet('share'),
    set: (shareKey) => ({ shareKey }),
  },
  {
    table: vaultWallets,
    id: vaultWallets.id,
    wrapped: sql`${vaultWallets.assistKey}`,
    contextOf: ofWallet('assist'),
    set: (assistKey) => ({ assistKey }),
  },
]

/** Id of the root that a key is wrapped under. */
const rootOf = (wrapped: SQL) => sql<string>`split_part(${wrapped}, '.', 1)`

export type Rewrapping = { readonly db: Database; readonly kms: Kms; readonly log: Logger }

/**
 * Wraps every key that is wrapped under an older root under the newest one. What somebody changes meanwhile stays as they left it.
 *
 * @param signal ends it; the next call goes on
 * @returns how many. One that cannot be opened is logged and left.
 */
export async function rewrapKeys({ db, kms, log }: Rewrapping, signal: AbortSignal): Promise<number> {
  const { keyId } = await kms.health()
  let done = 0
  let failed = 0
  let reason = ''
  for (const { table, id, wrapped, contextOf, set } of places)
    for (let after = ''; !signal.aborted; ) {
      const rows = await db
        .select({ id: sql<string>`${id}`, wrapped: sql<string>`${wrapped}` })
        .from(table)
        .where(and(gt(id, after), sql`${rootOf(wrapped)} <> ${keyId}`))
        .orderBy(asc(id))
        .limit(batch)
      const last = rows.at(-1)
      if (!last) break
      for (const row of rows) {
        const next = await kms.rewrap(row.wrapped, contextOf(row.id)).catch((error: unknown) => {
          failed += 1
          reason = loggableError(error)
        })
        if (next === undefined) continue
        const changed = await db
          .update(table)
          .set(set(next))
          .where(and(eq(id, row.id), sql`${wrapped} = ${row.wrapped}`))
          .returning({ id: sql`1` })
        done += changed.length
      }
      after = last.id
      await wait(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  if (failed > 0) log.error({ keys: failed, error: reason }, 'Keys stay under an older KMS root')
  return done
}

/** Ids of the roots that keys of the database are wrapped under. */
export async function neededRoots(db: Database): Promise<readonly string[]> {
  const needed = new Set<string>()
  for (const { table, wrapped } of places)
    for (const { root } of await db
      .selectDistinct({ root: rootOf(wrapped) })
      .from(table)
      .where(isNotNull(wrapped)))
      needed.add(root)
  return [...needed]
}

/** Ids of the older roots that nothing in the database needs. */
export async function unusedRoots({ db, kms }: Omit<Rewrapping, 'log'>): Promise<readonly string[]> {
  const needed = await neededRoots(db)
  return (await kms.health()).older.filter((root) => !needed.includes(root))
}

/**
 * While the KMS has older roots, one process of all on the database wraps in the background what they wrapped under the newest one, and logs which of them
 * nothing needs any more.
 *
 * @param url of a PostgreSQL server; undefined on PGlite
 */
export async function startRewrapping({ url, ...rewrapping }: Rewrapping & { readonly url: string | undefined }): Promise<Election> {
  const { kms, log } = rewrapping
  const { keyId, older } = await kms.health()
  if (older.length === 0) return { close: async () => undefined }
  const round = async (signal: AbortSignal) => {
    const rewrapped = await rewrapKeys(rewrapping, signal)
    if (rewrapped > 0) log.info({ keyId, rewrapped }, 'Keys were wrapped under the newest KMS root')
    if (signal.aborted) return
    const unused = await unusedRoots(rewrapping)
    // Each time: whoever waits for the last process to have the newest root needs a line that came after it.
    if (unused.length > 0) log.info({ keyId, unused }, 'Nothing in the database needs these KMS roots')
  }
  return electToRun('rewrapping', url, async (signal) => {
    while (!signal.aborted) {
      await round(signal).catch((error: unknown) =>
        log.error({ error: loggableError(error) }, 'Keys could not be wrapped under the newest KMS root'),
      )
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })
}
