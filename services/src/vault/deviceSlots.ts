import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Accounts } from '../auth/accountsContext.js'
import { shredded, vaultSlots, vaultWallets } from './schema.js'

/**
 * Destroys the server halves of all device slots of an account, without the wallet's signature: revoking must work from a device that
 * cannot open the wallet. The slots stay, because the manifest names them, until the next write drops them.
 */
export async function destroyDeviceSlots({ db }: Accounts, userId: string): Promise<void> {
  const wallets = db.select({ id: vaultWallets.id }).from(vaultWallets).where(eq(vaultWallets.userId, userId))
  await db
    .update(vaultSlots)
    .set({ halfCt: shredded })
    .where(and(inArray(vaultSlots.walletId, wallets), sql`${vaultSlots.header}->>'type' = 'device'`))
}
