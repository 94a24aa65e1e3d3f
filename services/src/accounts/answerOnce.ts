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
/** Milliseconds between two looks for the answer that another request still works out, and until nobody looks any more. */
const [look, patience] = [100, 10_000]

/** A call that its caller named. */
type Call = {
  readonly id: string
  /** What else makes it this call: who asks, where it goes, and what it says. */
  readonly about: readonly string[]
}

type Kept =
  | { readonly value: unknown }
  | { readonly refused: ConstructorParameters<typeof AccountError>[0]; readonly more: ConstructorParameters<typeof AccountError>[1] }

function reveal<T>(kept: Kept): T {
  if ('refused' in kept) throw new AccountError(kept.refused, kept.more)
  return kept.value as T
}

/** What the handler answered, or refused; what went wrong with us is thrown. */
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
 * Runs a call once. Whoever asks again with the same id, because the connection broke before the answer was there, gets the same answer; at once on another
 * replica, too. The id opens the answer that is kept: neither a dump of the database nor the server's own secrets do without it.
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
  for (let waited = 0; !(await claim()); waited += look) {
    const [row] = await db.select().from(authAnswers).where(mine)
    if (row?.sealed) return reveal(JSON.parse(open(key, row.sealed, hash).toString()))
    if (waited >= patience) throw new AccountError('unavailable', { retryAfter: 1 })
    await wait(look)
  }
  try {
    const kept = await outcomeOf(run)
    await db
      .update(authAnswers)
      .set({ sealed: seal(key, Buffer.from(JSON.stringify(kept)), hash) })
      .where(mine)
    return reveal(kept)
  } catch (error) {
    // Nothing was decided: another try may go well.
    if (!(error instanceof AccountError) || error.status >= 500) await db.delete(authAnswers).where(mine)
    throw error
  }
}
