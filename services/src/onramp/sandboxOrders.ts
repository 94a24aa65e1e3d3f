import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.js'
import { isStorable } from '../db/isStorable.js'
import { onrampOrders } from '../db/schema.js'

export type SandboxOrder = typeof onrampOrders.$inferSelect
type State = SandboxOrder['state']

export type SandboxOrders = {
  readonly add: (order: Omit<SandboxOrder, 'state' | 'nonce' | 'raw' | 'hash' | 'reason' | 'createdAt' | 'updatedAt'>) => Promise<void>
  readonly get: (id: string) => Promise<SandboxOrder | undefined>
  /**
   * Changes an order, provided that it still is in the state that it is thought to be in.
   *
   * @returns undefined when somebody else was faster
   */
  readonly move: (
    id: string,
    from: State,
    to: Partial<Pick<SandboxOrder, 'state' | 'nonce' | 'raw' | 'hash' | 'reason'>>,
  ) => Promise<SandboxOrder | undefined>
}

/** @param now milliseconds */
export const createSandboxOrders = (db: Database, now: () => number = Date.now): SandboxOrders => ({
  add: async (order) => {
    const at = new Date(now())
    await db.insert(onrampOrders).values({ ...order, state: 'waiting', createdAt: at, updatedAt: at })
  },
  get: async (id) => (isStorable(id) ? (await db.select().from(onrampOrders).where(eq(onrampOrders.id, id)))[0] : undefined),
  move: async (id, from, to) => {
    const still = and(eq(onrampOrders.id, id), eq(onrampOrders.state, from))
    const [moved] = await db
      .update(onrampOrders)
      .set({ ...to, updatedAt: new Date(now()) })
      .where(still)
      .returning()
    return moved
  },
})
