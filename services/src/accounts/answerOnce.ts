import { hkdfSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lte } from 'drizzle-orm'
import { authAnswers } from '../db/accountTables.js'
import { open, seal } from '../kms/aead.js'
import { AccountError } from './accountError.js'
import type { Accounts } from './accountsContext.js'
import { keyedHash } from './secrets.js'

/** Milliseconds for which an answer is kept. */
const life = 60_000
/** Milliseconds between two polls for the answer that another request still works out. */
const pollInterval = 100
/** Milliseconds until that answer counts as not there. */
const pollTimeout = 10_000

/** A call with an id that its caller chose. */
type Call = {
  readonly id: string
  /** The rest of its identity: caller, route and body. */
  readonly about: readonly string[]
}

type Kept =
  | { readonly value: unknown }
  | { readonly refused: ConstructorParameters<typeof AccountError>[0]; readonly more: ConstructorParameters<typeof AccountError>[1] }

function reveal<T>(kept: Kept): T {
  if ('refused' in kept) throw new AccountError(kept.refused, kept.more)
  return kept.value as T
}

/** The handler's answer or refusal; errors of the server are thrown. */
async function outcomeOf(run: () => Promise<unknown>): Promise<Kept> {
  try {
    return { value: await run() }
  } catch (error) {
    if (!(error instanceof AccountError) || error.status >= 500) throw error
    const { code, retryAfter, data } = error
    return { refused: code, more: { ...(retryAfter === undefined ? {} : { retryAfter }), ...(data ? { data } : {}) } }
  }
}

/**
 * Runs a call once. A repetition with the same id, after a connection that broke before the answer arrived, gets the same answer, on another replica too.
 * The kept answer is encrypted under the id: neither a dump of the database nor the server's own secrets reveal it.
 *
 * @throws AccountError what the handler refused; `unavailable` while another request still works on it
 */
export async function answerOnce<T>(accounts: Accounts, { id, about }: Call, run: () => Promise<T>): Promise<T> {
  const { db, secrets, now } = accounts
  const hash = keyedHash(secrets.pepper, 'answer', id, ...about)
  const key = Buffer.from(hkdfSync('sha256', id, secrets.flow, 'latchkey/auth/v1|answer', 32))
  const mine = eq(authAnswers.hash, hash)
  const claim = async () => {
    await db.delete(authAnswers).where(and(mine, lte(authAnswers.expiresAt, now())))
    const row = { hash, sealed: null, expiresAt: now() + life }
    return (await db.insert(authAnswers).values(row).onConflictDoNothing().returning()).length > 0
  }
  for (let waited = 0; !(await claim()); waited += pollInterval) {
    const [row] = await db.select().from(authAnswers).where(mine)
    if (row?.sealed) return reveal(JSON.parse(open(key, row.sealed, hash).toString()))
    if (waited >= pollTimeout) throw new AccountError('unavailable', { retryAfter: 1 })
    await wait(pollInterval)
  }
  try {
    const kept = await outcomeOf(run)
    await db
      .update(authAnswers)
      .set({ sealed: seal(key, Buffer.from(JSON.stringify(kept)), hash) })
      .where(mine)
    return reveal(kept)
  } catch (error) {
    // Nothing was decided: a repetition may succeed.
    if (!(error instanceof AccountError) || error.status >= 500) await db.delete(authAnswers).where(mine)
    throw error
  }
}
