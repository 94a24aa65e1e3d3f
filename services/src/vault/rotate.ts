import type { VaultCommit, VaultRotate, VaultStored } from '@latchkey/protocol/schemas/account'
import { and, eq, gt, lt } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { hour, spend } from '../accounts/limits.js'
import { hashOf, newToken, sameText } from '../accounts/secrets.js'
import { requirePower } from '../accounts/sessions.js'
import { vaultRotations, vaultSlots } from '../db/vaultTables.js'
import { manifestHash, requireManifest, requireSlot } from './manifest.js'
import { requireSignature } from './signature.js'
import { newWalletKeys, requireWallet, slotRow, storedOf, swapManifest } from './store.js'
import { by } from './writes.js'

/** Milliseconds to open the new envelope and commit to it. */
const rotationLife = 900_000

/**
 * First phase: keeps a whole new envelope (a new key, encrypted seed and slots) beside the one in use. Nothing of the old one changes, so a
 * crash at any moment loses nothing.
 */
export async function prepareRotation(
  accounts: Accounts,
  caller: SessionCaller,
  body: VaultRotate,
): Promise<{ hash: string; challenge: string; expiresIn: number }> {
  requirePower(accounts, caller)
  await spend(accounts, { kind: 'vault-writes', of: caller.userId, limit: accounts.config.limits.vaultWritesPerHour, window: hour })
  const row = await requireWallet(accounts.db, caller, body.walletId)
  requireSignature(body, row.vaultAuthKey)
  const { manifest, manifestMac, vaultCt, vaultIv, epochVault, vaultAuthKey, slots } = body
  if (manifest.epoch !== String(row.epoch + 1) || manifest.prevHash !== row.hash || row.state !== 'active')
    throw new AccountError('vault_conflict')
  if (vaultAuthKey === row.vaultAuthKey) throw new AccountError('vault_manifest')
  for (const slot of slots) requireSlot(slot, { walletId: row.id, epoch: row.epoch + 1, jkt: caller.jkt })
  const { addresses } = row.manifest
  const headers = slots.map((slot) => slot.header)
  requireManifest(manifest, { walletId: row.id, epoch: row.epoch + 1, prevHash: row.hash, slots: headers, addresses, custody: row.custody })
  if (row.custody === 'user' && !headers.some((header) => header.type !== 'device')) throw new AccountError('factor_missing')

  const { keys, shareKey, assistKey } = await newWalletKeys(accounts, row.id, row.custody === 'operator-assisted')
  const challenge = newToken()
  const values = {
    hash: manifestHash(manifest),
    challengeHash: hashOf(challenge),
    envelope: { manifest, manifestMac, vaultCt, vaultIv, epochVault, vaultAuthKey, shareKey, assistKey },
    expiresAt: accounts.now() + rotationLife,
  }
  await accounts.db.transaction(async (tx) => {
    await tx
      .insert(vaultRotations)
      .values({ walletId: row.id, ...values })
      .onConflictDoUpdate({ target: vaultRotations.walletId, set: values })
    await tx.delete(vaultSlots).where(and(eq(vaultSlots.walletId, row.id), eq(vaultSlots.generation, 1)))
    await tx.insert(vaultSlots).values(slots.map((slot) => slotRow(accounts, keys, slot, 1)))
    await audit(accounts, { event: 'rotation-prepared', ...by(caller) }, tx)
  })
  return { hash: values.hash, challenge, expiresIn: rotationLife / 1_000 }
}

/**
 * Second phase: the new envelope replaces the old one, whose key shares are destroyed. The signature by the new key shows that the caller has
 * opened it.
 */
export async function commitRotation(accounts: Accounts, caller: SessionCaller, body: VaultCommit): Promise<VaultStored> {
  const row = await requireWallet(accounts.db, caller, body.walletId)
  const now = accounts.now()
  const stored = await accounts.db.transaction(async (tx) => {
    const [rotation] = await tx
      .select()
      .from(vaultRotations)
      .where(and(eq(vaultRotations.walletId, row.id), eq(vaultRotations.hash, body.hash), gt(vaultRotations.expiresAt, now)))
      .for('update')
    if (!rotation || !sameText(rotation.challengeHash, hashOf(body.challenge))) throw new AccountError('vault_conflict')
    requireSignature(body, rotation.envelope.vaultAuthKey)
    const { manifest } = rotation.envelope
    if (manifest.prevHash !== row.hash) throw new AccountError('vault_conflict')
    const next = { ...rotation.envelope, epoch: row.epoch + 1, hash: rotation.hash, custody: manifest.custody }
    await swapManifest(tx, row, next)
    await tx.delete(vaultSlots).where(and(eq(vaultSlots.walletId, row.id), eq(vaultSlots.generation, 0)))
    const moved = await tx.update(vaultSlots).set({ generation: 0 }).where(eq(vaultSlots.walletId, row.id)).returning()
    // The old key shares are gone with this commit: without every slot of the new envelope the wallet would be lost.
    const expected = new Set(manifest.slots.map(({ slotId }) => slotId))
    if (moved.length !== expected.size || !moved.every(({ slotId }) => expected.has(slotId))) throw new AccountError('vault_conflict')
    await tx.delete(vaultRotations).where(eq(vaultRotations.walletId, row.id))
    await audit(accounts, { event: 'rotated', ...by(caller), meta: { epoch: String(next.epoch) } }, tx)
    return { ...row, ...next }
  })
  return storedOf(stored)
}

/** Rotations that nobody committed to. */
export async function forgetRotations({ db, now }: Accounts): Promise<void> {
  // Both at once: a rotation that is prepared in between must not lose its slots.
  await db.transaction(async (tx) => {
    const gone = await tx.delete(vaultRotations).where(lt(vaultRotations.expiresAt, now())).returning({ walletId: vaultRotations.walletId })
    for (const { walletId } of gone) await tx.delete(vaultSlots).where(and(eq(vaultSlots.walletId, walletId), eq(vaultSlots.generation, 1)))
  })
}
