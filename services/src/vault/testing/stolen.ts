import type { Vault } from '@latchkey/protocol/schemas/account'
import type { TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { eq } from 'drizzle-orm'
import { vaultRotations, vaultWallets } from '../../db/vaultTables.js'
import { openSlot, openWalletKeys, slotsOf } from '../store.js'

/**
 * Everything about a wallet that the database holds, with every key share unsealed by the KMS root: what a thief of the whole server has.
 */
export async function stolenWallet({ db, accounts }: Pick<TestAccounts, 'db' | 'accounts'>, walletId: string) {
  const [row] = await db.select().from(vaultWallets).where(eq(vaultWallets.id, walletId))
  if (!row) throw new Error('There is no such wallet.')
  const keys = await openWalletKeys(accounts, row.id, row)
  const slots = [...(await slotsOf(db, row.id)), ...(await slotsOf(db, row.id, 1))]
  const vault: Vault = {
    ...row,
    walletId: row.id,
    epoch: String(row.epoch),
    slots: slots.map(({ header, wrappedVk, iv }) => ({ header, wrappedVk, iv })),
  }
  return {
    vault,
    shares: slots.map((slot) => ({ slotId: slot.slotId, ...openSlot(keys, slot) })),
    assistKey: row.assistKey,
    rotations: await db.select().from(vaultRotations).where(eq(vaultRotations.walletId, walletId)),
  }
}
