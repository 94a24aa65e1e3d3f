import { and, eq, gte, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Accounts, Sql } from '../accounts/accountsContext.js'
import { day } from '../accounts/limits.js'
import { shredded, vaultSlots, vaultWallets } from '../db/vaultTables.js'

/* What happens to the server shares of device slots without a write of the wallet. The slots stay, because the manifest names them, until
   the next write drops them. */

/** Milliseconds until key shares are destroyed that nobody with the wallet's key wanted destroyed: the time to undo it. */
export const shredDelay = day

const deviceSlots = (tx: Sql, userId: string, ...more: readonly SQL[]) => {
  const wallets = tx.select({ id: vaultWallets.id }).from(vaultWallets).where(eq(vaultWallets.userId, userId))
  return and(
    inArray(vaultSlots.walletId, wallets),
    sql`${vaultSlots.header}->>'type' = 'device'`,
    ne(vaultSlots.shareCt, shredded),
    ...more,
  )
}
const gone = { shareCt: shredded, shredAt: null }

/** Destroys the key shares of all devices at once: the wallet's own signature says so. */
export async function destroyDeviceSlots(tx: Sql, userId: string): Promise<void> {
  await tx.update(vaultSlots).set(gone).where(deviceSlots(tx, userId))
}

/**
 * Destroys the key shares of all devices a day from now. Signing out everywhere has to work from a device that cannot open the wallet; a thief
 * with a session must not be able to take the keys from their owner by it.
 *
 * @returns whether there is any such key share
 */
export async function destroyDeviceSlotsLater(tx: Sql, userId: string, now: number): Promise<boolean> {
  const rows = await tx
    .update(vaultSlots)
    .set({ shredAt: now + shredDelay })
    .where(deviceSlots(tx, userId, isNull(vaultSlots.shredAt)))
    .returning({ slotId: vaultSlots.slotId })
  return rows.length > 0
}

/** Shares whose end was asked for since then stay. */
export async function spareSlotsSince(tx: Sql, userId: string, since: number): Promise<void> {
  await tx
    .update(vaultSlots)
    .set({ shredAt: null })
    .where(deviceSlots(tx, userId, gte(vaultSlots.shredAt, since + shredDelay)))
}

/** Destroys the key shares of devices that came since then. */
export async function shredSlotsSince(tx: Sql, userId: string, since: number): Promise<void> {
  await tx
    .update(vaultSlots)
    .set(gone)
    .where(deviceSlots(tx, userId, gte(vaultSlots.addedAt, since)))
}

/** Destroys the key shares whose time has come. */
export async function shredDue({ db, now }: Accounts): Promise<void> {
  await db.update(vaultSlots).set(gone).where(lte(vaultSlots.shredAt, now()))
}
