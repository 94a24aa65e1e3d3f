import type {
  VaultActivate,
  VaultAddSlot,
  VaultCreate,
  VaultCustody,
  VaultManifest,
  VaultRemoveSlot,
  VaultStored,
} from '@latchkey/protocol/schemas/account'
import { and, eq, lt } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { hour, spend } from '../accounts/limits.js'
import { factsOf, mailFrame, notify } from '../accounts/notify.js'
import { requirePower } from '../accounts/sessions.js'
import { shredded, vaultSlots, vaultWallets } from '../db/vaultTables.js'
import { noticeMail } from '../mail/texts.js'
import { manifestHash, requireManifest, requireSlot } from './manifest.js'
import { requireSignature } from './signature.js'
import {
  keepSlots,
  newWalletKeys,
  openWalletKeys,
  requireWallet,
  slotRow,
  slotsOf,
  storedOf,
  swapManifest,
  type WalletRow,
  wasUsed,
} from './store.js'

/** Milliseconds after which a creation that was not activated may be replaced. */
export const pendingLife = 120_000

const spendWrite = (accounts: Accounts, caller: SessionCaller) =>
  spend(accounts, { kind: 'vault-writes', of: caller.userId, limit: accounts.config.limits.vaultWritesPerHour, window: hour })

export const by = ({ userId, jkt, origin, network }: SessionCaller) => ({ userId, jkt, origin, network })

/** Keeps a new wallet as pending. One account has one wallet, however many tabs create one at once. */
export async function createVault(accounts: Accounts, caller: SessionCaller, body: VaultCreate): Promise<VaultStored> {
  await spendWrite(accounts, caller)
  const { walletId, manifest, manifestMac, vaultCt, vaultIv, epochVault, vaultAuthKey, slots } = body
  requireSignature(body, vaultAuthKey)
  for (const slot of slots) requireSlot(slot, { walletId, epoch: 1, jkt: caller.jkt })
  requireManifest(manifest, { walletId, epoch: 1, prevHash: '', slots: slots.map((slot) => slot.header) })
  const withAssist = manifest.custody === 'operator-assisted'
  const { keys, shareKey, assistKey } = await newWalletKeys(accounts, walletId, withAssist)
  const now = accounts.now()
  const row = {
    id: walletId,
    userId: caller.userId,
    state: 'pending' as const,
    epoch: 1,
    hash: manifestHash(manifest),
    custody: manifest.custody,
    ...{ vaultCt, vaultIv, epochVault, vaultAuthKey, manifest, manifestMac, shareKey, assistKey },
    createdAt: now,
  }
  const stored = await accounts.db.transaction(async (tx) => {
    const stale = and(
      eq(vaultWallets.userId, caller.userId),
      eq(vaultWallets.state, 'pending'),
      lt(vaultWallets.createdAt, now - pendingLife),
    )
    await tx.delete(vaultWallets).where(stale)
    const [inserted] = await tx.insert(vaultWallets).values(row).onConflictDoNothing().returning()
    if (!inserted) throw new AccountError('vault_exists')
    await tx.insert(vaultSlots).values(slots.map((slot) => slotRow(accounts, keys, slot, 0)))
    await audit(accounts, { event: 'wallet-created', ...by(caller), meta: { custody: manifest.custody } }, tx)
    return inserted
  })
  return storedOf(stored)
}

/** The wallet was read back and opened through every slot: from now on it has an address. */
export async function activateVault(accounts: Accounts, caller: SessionCaller, body: VaultActivate): Promise<VaultStored> {
  const row = await requireWallet(accounts.db, caller, body.walletId)
  requireSignature(body, row.vaultAuthKey)
  if (row.hash !== body.hash) throw new AccountError('vault_conflict')
  const [active] = await accounts.db
    .update(vaultWallets)
    .set({ state: 'active' })
    .where(and(eq(vaultWallets.id, row.id), eq(vaultWallets.hash, body.hash)))
    .returning()
  if (!active) throw new AccountError('vault_conflict')
  if (row.state === 'pending') await audit(accounts, { event: 'wallet-activated', ...by(caller) })
  return storedOf(active)
}

/** The wallet to change, after the checks that every change needs. */
async function changing(
  accounts: Accounts,
  caller: SessionCaller,
  body: { walletId: string; manifest: VaultManifest; signature: string },
): Promise<WalletRow> {
  await spendWrite(accounts, caller)
  const row = await requireWallet(accounts.db, caller, body.walletId)
  requireSignature(body, row.vaultAuthKey)
  if (body.manifest.epoch !== String(row.epoch + 1) || body.manifest.prevHash !== row.hash) throw new AccountError('vault_conflict')
  return row
}

const nextOf = (row: WalletRow, body: { manifest: VaultManifest; manifestMac: string }) => ({
  epoch: row.epoch + 1,
  hash: manifestHash(body.manifest),
  manifest: body.manifest,
  manifestMac: body.manifestMac,
  custody: body.manifest.custody,
})

const tell = (accounts: Accounts, caller: SessionCaller, happened: string) =>
  notify(accounts, caller.userId, (to) => noticeMail(to, mailFrame(accounts), happened, factsOf(accounts, caller)))

/** Adds a slot. This device's own needs no more than the wallet's signature. */
export async function addSlot(accounts: Accounts, caller: SessionCaller, body: VaultAddSlot): Promise<VaultStored> {
  const { slot, manifest } = body
  const { type, slotId } = slot.header
  if (type !== 'device') requirePower(accounts, caller)
  const row = await changing(accounts, caller, body)
  requireSlot(slot, { walletId: row.id, epoch: row.epoch + 1, jkt: caller.jkt })
  if (type === 'assist' && row.custody === 'user') throw new AccountError('vault_manifest')
  const present = await slotsOf(accounts.db, row.id)
  const kept = present.filter((old) => manifest.slots.some((listed) => listed.slotId === old.slotId))
  // Only slots of this very device, and those that open nothing any more, may make room for its new one.
  if (present.some((old) => !kept.includes(old) && old.header.jkt !== caller.jkt && old.shareCt !== shredded))
    throw new AccountError('vault_manifest')
  requireManifest(manifest, {
    walletId: row.id,
    epoch: row.epoch + 1,
    prevHash: row.hash,
    slots: [...kept.map((old) => old.header), slot.header],
    addresses: row.manifest.addresses,
    custody: row.custody,
  })
  const keys = await openWalletKeys(accounts, row.id, row)
  const next = nextOf(row, body)
  await accounts.db.transaction(async (tx) => {
    await swapManifest(tx, row, next)
    await keepSlots(
      tx,
      row.id,
      kept.map((old) => old.slotId),
    )
    await tx.insert(vaultSlots).values(slotRow(accounts, keys, slot, 0))
    await audit(accounts, { event: 'slot-added', ...by(caller), meta: { slotType: type, slotId } }, tx)
  })
  if (type !== 'device') await tell(accounts, caller, `A ${factorNames[type]} was added to your wallet`)
  return storedOf({ ...row, ...next })
}

const factorNames = { passkey: 'passkey', code: 'recovery code', password: 'password', assist: 'recovery by the operator' } as const

/** Removes a slot and destroys its key shares. */
export async function removeSlot(accounts: Accounts, caller: SessionCaller, body: VaultRemoveSlot): Promise<VaultStored> {
  const row = await changing(accounts, caller, body)
  const present = await slotsOf(accounts.db, row.id)
  const gone = present.find((slot) => slot.slotId === body.slotId)
  const type = gone?.header.type
  if (type === undefined) throw new AccountError('slot_gone')
  if (gone && gone.header.jkt !== caller.jkt && gone.shareCt !== shredded) requirePower(accounts, caller)
  if (type === 'assist') throw new AccountError('vault_manifest')
  const kept = present.filter((slot) => slot !== gone)
  if (row.custody === 'user' && !kept.some((slot) => slot.header.type !== 'device')) throw new AccountError('factor_missing')
  if (kept.length === 0) throw new AccountError('factor_missing')
  requireManifest(body.manifest, {
    walletId: row.id,
    epoch: row.epoch + 1,
    prevHash: row.hash,
    slots: kept.map((slot) => slot.header),
    addresses: row.manifest.addresses,
    custody: row.custody,
  })
  const next = nextOf(row, body)
  await accounts.db.transaction(async (tx) => {
    await swapManifest(tx, row, next)
    await keepSlots(
      tx,
      row.id,
      kept.map((slot) => slot.slotId),
    )
    await audit(accounts, { event: 'slot-removed', ...by(caller), meta: { slotType: type, slotId: body.slotId } }, tx)
  })
  if (type !== 'device') await tell(accounts, caller, `A ${factorNames[type]} was removed from your wallet`)
  return storedOf({ ...row, ...next })
}

/** To "only you": the operator-held share and its key are destroyed. From then on nothing at rest here can rebuild the wallet's key. */
export async function takeCustody(accounts: Accounts, caller: SessionCaller, body: VaultCustody): Promise<VaultStored> {
  requirePower(accounts, caller)
  const row = await changing(accounts, caller, body)
  if (row.custody === 'user') throw new AccountError('vault_conflict')
  const kept = (await slotsOf(accounts.db, row.id)).filter((slot) => slot.header.type !== 'assist')
  const proven = kept.some((slot) => slot.header.type !== 'device' && wasUsed(slot))
  if (!proven) throw new AccountError('factor_missing')
  requireManifest(body.manifest, {
    walletId: row.id,
    epoch: row.epoch + 1,
    prevHash: row.hash,
    slots: kept.map((slot) => slot.header),
    addresses: row.manifest.addresses,
    custody: 'user',
  })
  const next = { ...nextOf(row, body), assistKey: null }
  await accounts.db.transaction(async (tx) => {
    await swapManifest(tx, row, next)
    await keepSlots(
      tx,
      row.id,
      kept.map((slot) => slot.slotId),
    )
    await audit(accounts, { event: 'custody-changed', ...by(caller), meta: { custody: 'user' } }, tx)
  })
  await tell(accounts, caller, 'Your wallet is now held by you alone')
  return storedOf({ ...row, ...next })
}
