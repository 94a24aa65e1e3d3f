import { eq, lt, sql } from 'drizzle-orm'
import { authLimits } from '../db/accountTables.js'
import { AccountError } from './accountError.js'
import type { Accounts } from './accountsContext.js'
import { keyedHash } from './secrets.js'

/** At most `limit` events of a kind within any `window` milliseconds. */
export type Rule = { readonly kind: string; readonly of: string; readonly limit: number; readonly window: number }

export const hour = 3_600_000
export const day = 24 * hour

/** What is counted by (addresses, e-mail) is kept as a keyed hash only. */
const keyOf = ({ secrets }: Accounts, rule: Rule) => `${rule.kind}:${rule.window}:${keyedHash(secrets.pepper, rule.kind, rule.of)}`

/**
 * Counts one event, if the limit still allows it. One statement, so that any number of replicas cannot allow more together; the window
 * slides, so there is no border at which twice as many pass.
 *
 * @returns how many are left, or for how many seconds to wait
 */
export async function take(
  accounts: Accounts,
  rule: Rule,
): Promise<{ readonly allowed: true; readonly left: number } | { readonly allowed: false; readonly retryAfter: number }> {
  const now = accounts.now()
  const key = keyOf(accounts, rule)
  const recent = sql`array(select hit from unnest(${authLimits.hits}) as hit where hit > ${now - rule.window}::bigint)`
  const [row] = await accounts.db
    .insert(authLimits)
    .values({ key, hits: [now], expiresAt: now + rule.window })
    .onConflictDoUpdate({
      target: authLimits.key,
      set: { hits: sql`array_append(${recent}, ${now}::bigint)`, expiresAt: now + rule.window },
      setWhere: sql`cardinality(${recent}) < ${rule.limit}`,
    })
    .returning({ hits: authLimits.hits })
  if (row) return { allowed: true, left: Math.max(0, rule.limit - row.hits.length) }
  return { allowed: false, retryAfter: await retryAfter(accounts, rule, key, now) }
}

async function retryAfter(accounts: Accounts, rule: Rule, key: string, now: number): Promise<number> {
  const [row] = await accounts.db.select().from(authLimits).where(eq(authLimits.key, key))
  const hits = (row?.hits ?? []).filter((hit) => hit > now - rule.window).sort((a, b) => a - b)
  const freed = hits[Math.max(0, hits.length - rule.limit)] ?? now
  return Math.max(1, Math.ceil((freed + rule.window - now) / 1_000))
}

/** As {@link take}, and refuses with `too_many_requests`. */
export async function spend(accounts: Accounts, ...rules: readonly Rule[]): Promise<void> {
  for (const rule of rules) {
    const taken = await take(accounts, rule)
    if (!taken.allowed) throw new AccountError('too_many_requests', { retryAfter: taken.retryAfter })
  }
}

/** How many events there were within the window. Counts nothing. */
export async function countOf(accounts: Accounts, rule: Rule): Promise<number> {
  const now = accounts.now()
  const [row] = await accounts.db
    .select()
    .from(authLimits)
    .where(eq(authLimits.key, keyOf(accounts, rule)))
  return (row?.hits ?? []).filter((hit) => hit > now - rule.window).length
}

export async function forgetLimits(accounts: Accounts): Promise<void> {
  await accounts.db.delete(authLimits).where(lt(authLimits.expiresAt, accounts.now()))
}
