import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.js'
import { spendingPermissions } from '../db/schema.js'

/** A record of a permission. */
export type SessionRow = typeof spendingPermissions.$inferSelect

/** Records of one account that are listed; there is no next page. */
export const mostListed = 255

export type SessionStore = {
  readonly get: (pci: string) => Promise<SessionRow | undefined>
  /** The newest first. */
  readonly ofAccount: (chain: string, account: string) => Promise<readonly SessionRow[]>
  /** Of a permission that was recorded before: that record, with what holds now. */
  readonly register: (session: Omit<SessionRow, 'pci' | 'createdAt' | 'revokedAt'>) => Promise<SessionRow>
  /** Notes that permissions were removed. What was noted before stays. */
  readonly revoke: (pcis: readonly string[]) => Promise<void>
}

/** @param now milliseconds since 1970 */
export function createSessionStore(db: Database, now: () => number = Date.now): SessionStore {
  const table = spendingPermissions
  return {
    get: async (pci) => (await db.select().from(table).where(eq(table.pci, pci)))[0],
    ofAccount: (chain, account) =>
      db
        .select()
        .from(table)
        .where(and(eq(table.chain, chain), eq(table.account, account)))
        .orderBy(desc(table.createdAt), desc(table.pci))
        .limit(mostListed),
    register: async (session) => {
      const row = { ...session, pci: randomUUID(), createdAt: new Date(now()), revokedAt: null }
      const { amount, period, origin, projectId } = session
      const [kept] = await db
        .insert(table)
        .values(row)
        .onConflictDoUpdate({
          target: [table.chain, table.context],
          set: {
            amount,
            period,
            origin,
            projectId,
            // Granted once more after it was removed: what was signed about the old id says nothing of this one.
            pci: sql`case when ${table.revokedAt} is null then ${table.pci} else excluded.pci end`,
            createdAt: sql`case when ${table.revokedAt} is null then ${table.createdAt} else excluded.created_at end`,
            revokedAt: null,
          },
        })
        .returning()
      return kept ?? row
    },
    revoke: async (pcis) => {
      if (pcis.length === 0) return
      await db
        .update(table)
        .set({ revokedAt: new Date(now()) })
        .where(and(inArray(table.pci, [...pcis]), isNull(table.revokedAt)))
    },
  }
}
