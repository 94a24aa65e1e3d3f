import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Accounts } from '../auth/accountsContext.js'
import { vaultSlots, vaultWallets } from './schema.js'

/**
 * Destroys the server halves of all device slots of an account, without the wallet's signature: revoking must work from a device that
 * cannot open the wallet. The manifest still names them; the next write drops them.
 */
export async function destroyDeviceSlots({ db }: Accounts, userId: string): Promise<void> {
  const wallets = db.select({ id: vaultWallets.id }).from(vaultWallets).where(eq(vaultWallets.userId, userId))
  await db.delete(vaultSlots).where(and(inArray(vaultSlots.walletId, wallets), sql`${vaultSlots.header}->>'type' = 'device'`))
}
