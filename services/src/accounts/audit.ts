import { createHash } from 'node:crypto'
import { canonicalJson } from '@latchkey/protocol/schemas/account'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { authAudit } from '../db/accountTables.js'
import { locks } from '../db/locks.js'
import type { Accounts, Sql } from './accountsContext.js'
import { keyedHash } from './secrets.js'

/** What may stand beside an event. Anything else is left out: no code, token, key share or text of a message can get in here. */
const allowedMeta = ['provider', 'slotType', 'slotId', 'method', 'digest', 'custody', 'epoch', 'reason'] as const
type Meta = Partial<Record<(typeof allowedMeta)[number], string>>

export type AuditEvent = {
  readonly event: string
  readonly outcome?: 'ok' | 'refused'
  readonly userId: string
  readonly jkt?: string
  readonly origin?: string
  readonly network?: string
  readonly meta?: Meta
}

/** The pseudonym of a user in the log. It stays after the user is deleted, and nobody can resolve it without the key. */
export const pseudonymOf = (accounts: Pick<Accounts, 'secrets'>, userId: string) =>
  keyedHash(accounts.secrets.pseudonym, 'audit', userId).slice(0, 22)

/** Hash of an entry: over everything in it and the hash before. */
export function auditHash(entry: Omit<typeof authAudit.$inferSelect, 'id' | 'hash'>): string {
  const { at, subject, jkt, origin, network, event, outcome, meta, prevHash } = entry
  return createHash('sha256')
    .update(canonicalJson({ at: String(at), subject, jkt, origin, network, event, outcome, meta, prevHash }))
    .digest('base64url')
}

/** The newest hash; empty before the first entry. */
export async function auditHead(db: Sql): Promise<string> {
  const [last] = await db.select({ hash: authAudit.hash }).from(authAudit).orderBy(desc(authAudit.id)).limit(1)
  return last?.hash ?? ''
}

/** Adds an entry to the chain, within the caller's transaction if there is one. */
export async function audit(
  accounts: Accounts,
  { event, outcome = 'ok', userId, jkt, origin, network, meta = {} }: AuditEvent,
  tx?: Sql,
): Promise<void> {
  const kept = Object.fromEntries(allowedMeta.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key].slice(0, 256)]])))
  const write = async (db: Sql) => {
    // Replicas take turns at the end of the chain.
    await db.execute(sql`select pg_advisory_xact_lock(${locks.audit})`)
    const entry = {
      at: accounts.now(),
      subject: pseudonymOf(accounts, userId),
      jkt: jkt ?? null,
      origin: origin ?? null,
      network: network ?? null,
      event,
      outcome,
      meta: kept,
      prevHash: await auditHead(db),
    }
    await db.insert(authAudit).values({ ...entry, hash: auditHash(entry) })
  }
  await (tx ? write(tx) : accounts.db.transaction((inner) => write(inner)))
}

/** A user's own entries, newest first. */
export async function ownAudit(accounts: Accounts, caller: { readonly userId: string; readonly jkt: string }, before: number | undefined) {
  const mine = eq(authAudit.subject, pseudonymOf(accounts, caller.userId))
  const rows = await accounts.db
    .select()
    .from(authAudit)
    .where(before === undefined ? mine : and(mine, lt(authAudit.id, before)))
    .orderBy(desc(authAudit.id))
    .limit(50)
  return rows.map(({ id, at, event, outcome, origin, network, jkt, meta, hash }) => ({
    id,
    at: new Date(at).toISOString(),
    event,
    outcome,
    origin,
    network,
    thisDevice: jkt === caller.jkt,
    meta: { ...meta },
    hash,
  }))
}

/**
 * Follows the whole chain.
 *
 * @param signal ends it early
 * @returns the newest hash, or the id of the first entry that does not fit; undefined when it was ended
 */
export async function verifyAudit(
  db: Sql,
  signal?: AbortSignal,
): Promise<{ readonly head: string } | { readonly brokenAt: number } | undefined> {
  let previous = ''
  for (let after = 0; !signal?.aborted; ) {
    const rows = await db.select().from(authAudit).where(sql`${authAudit.id} > ${after}`).orderBy(authAudit.id).limit(1_000)
    for (const row of rows) {
      if (row.prevHash !== previous || auditHash(row) !== row.hash) return { brokenAt: row.id }
      previous = row.hash
      after = row.id
    }
    if (rows.length === 0) return { head: previous }
  }
  return undefined
}
