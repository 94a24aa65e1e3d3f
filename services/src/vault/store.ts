import type { NewSlot, Vault, VaultStored } from '@latchkey/protocol/schemas/account'
import { and, eq, lt, notInArray } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller, Sql } from '../accounts/accountsContext.js'
import { vaultManifests, vaultSlots, vaultWallets } from '../db/vaultTables.js'
import { open, seal } from '../kms/aead.js'

export type WalletRow = typeof vaultWallets.$inferSelect
export type SlotRow = typeof vaultSlots.$inferSelect

export const storedOf = ({ id, state, epoch, hash }: Pick<WalletRow, 'id' | 'state' | 'epoch' | 'hash'>): VaultStored => ({
  walletId: id,
  state,
  epoch: String(epoch),
  hash,
})

/** The account's wallet, or undefined. */
export async function walletOf(db: Sql, userId: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(vaultWallets).where(eq(vaultWallets.userId, userId))
  return row
}

/** @throws AccountError `vault_missing` */
export async function requireWallet(db: Sql, caller: SessionCaller, walletId: string): Promise<WalletRow> {
  const row = await walletOf(db, caller.userId)
  if (!row || row.id !== walletId) throw new AccountError('vault_missing')
  return row
}

/** Slots of the envelope in use. */
export const slotsOf = (db: Sql, walletId: string, generation = 0): Promise<SlotRow[]> =>
  db
    .select()
    .from(vaultSlots)
    .where(and(eq(vaultSlots.walletId, walletId), eq(vaultSlots.generation, generation)))
    .orderBy(vaultSlots.addedAt, vaultSlots.slotId)

/** Whether a slot's key share was given out since it was added: whoever has the other key share has tried it. */
export const wasUsed = ({ usedAt, addedAt }: Pick<SlotRow, 'usedAt' | 'addedAt'>): boolean => usedAt !== null && usedAt >= addedAt

/**
 * What the frame loads. A device slot whose key share was destroyed by "sign out everywhere" is still there, and opens nothing.
 */
export async function readVault(accounts: Accounts, caller: SessionCaller): Promise<{ wallet: Vault | null }> {
  // One picture: a slot that is added between two readings would look like tampering.
  const read = await accounts.db.transaction(
    async (tx) => {
      const row = await walletOf(tx, caller.userId)
      return row && { row, all: await slotsOf(tx, row.id) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  if (!read) return { wallet: null }
  const { row, all } = read
  const { state, hash, custody, vaultCt, vaultIv, epochVault, vaultAuthKey, manifest, manifestMac } = row
  const slots = all.map(({ header, wrappedVk, iv }) => ({ header, wrappedVk, iv }))
  const used = all.filter(wasUsed).map(({ slotId }) => slotId)
  const sealed = { vaultCt, vaultIv, epochVault, vaultAuthKey }
  return { wallet: { walletId: row.id, state, epoch: String(row.epoch), hash, custody, ...sealed, manifest, manifestMac, slots, used } }
}

/** Data keys of one wallet in the clear, for one request. */
export type WalletKeys = { readonly share: Buffer; readonly assist: Buffer | null }

export async function newWalletKeys({ kms }: Accounts, walletId: string, withAssist: boolean) {
  const share = await kms.generateDataKey({ purpose: 'share', walletId, v: '1' })
  const assist = withAssist ? await kms.generateDataKey({ purpose: 'assist', walletId, v: '1' }) : null
  return {
    keys: { share: share.plaintext, assist: assist?.plaintext ?? null } satisfies WalletKeys,
    shareKey: share.wrapped,
    assistKey: assist?.wrapped ?? null,
  }
}

export async function openWalletKeys(
  { kms }: Accounts,
  walletId: string,
  wrapped: { shareKey: string; assistKey: string | null },
): Promise<WalletKeys> {
  return {
    share: await kms.decryptDataKey(wrapped.shareKey, { purpose: 'share', walletId, v: '1' }),
    assist: wrapped.assistKey === null ? null : await kms.decryptDataKey(wrapped.assistKey, { purpose: 'assist', walletId, v: '1' }),
  }
}

const about = (purpose: 'share' | 'assist', walletId: string, slotId: string) => JSON.stringify(['1', purpose, walletId, slotId])

/** The row of a new slot, its key shares sealed. @throws AccountError `vault_manifest` for an assist slot without a key for it */
export function slotRow(accounts: Accounts, keys: WalletKeys, slot: NewSlot, generation: number): SlotRow {
  const { walletId, slotId } = slot.header
  const share = Buffer.from(slot.serverShare, 'base64url')
  if (slot.assistShare !== undefined && !keys.assist) throw new AccountError('vault_manifest')
  const assistCt =
    slot.assistShare === undefined || !keys.assist
      ? null
      : seal(keys.assist, Buffer.from(slot.assistShare, 'base64url'), about('assist', walletId, slotId))
  return {
    walletId,
    generation,
    slotId,
    header: slot.header,
    wrappedVk: slot.wrappedVk,
    iv: slot.iv,
    shareCt: seal(keys.share, share, about('share', walletId, slotId)),
    assistCt,
    addedAt: accounts.now(),
    usedAt: null,
    shredAt: null,
  }
}

export function openSlot(keys: WalletKeys, row: SlotRow): { readonly share: string; readonly assistShare?: string } {
  const { walletId, slotId } = row
  const share = open(keys.share, row.shareCt, about('share', walletId, slotId)).toString('base64url')
  if (row.assistCt === null || !keys.assist) return { share }
  return { share, assistShare: open(keys.assist, row.assistCt, about('assist', walletId, slotId)).toString('base64url') }
}

/**
 * Replaces exactly the manifest that the writer saw.
 *
 * @throws AccountError `vault_conflict` when somebody else was first
 */
export async function swapManifest(
  tx: Sql,
  row: WalletRow,
  next: Partial<WalletRow> & Pick<WalletRow, 'epoch' | 'hash' | 'manifest'>,
): Promise<void> {
  const [swapped] = await tx
    .update(vaultWallets)
    .set(next)
    .where(
      and(
        eq(vaultWallets.id, row.id),
        eq(vaultWallets.epoch, row.epoch),
        eq(vaultWallets.hash, row.hash),
        eq(vaultWallets.state, 'active'),
      ),
    )
    .returning({ id: vaultWallets.id })
  if (!swapped) throw new AccountError('vault_conflict')
  await tx.insert(vaultManifests).values({ walletId: row.id, epoch: row.epoch, hash: row.hash, manifest: row.manifest })
}

/** Slots that a new manifest does not name any more are gone, with their key shares. */
export async function keepSlots(tx: Sql, walletId: string, slotIds: readonly string[]): Promise<void> {
  await tx
    .delete(vaultSlots)
    .where(and(eq(vaultSlots.walletId, walletId), eq(vaultSlots.generation, 0), notInArray(vaultSlots.slotId, [...slotIds])))
}

/** Creations that nobody finished. */
export async function forgetPending({ db, now }: Accounts, age: number): Promise<void> {
  await db.delete(vaultWallets).where(and(eq(vaultWallets.state, 'pending'), lt(vaultWallets.createdAt, now() - age)))
}
