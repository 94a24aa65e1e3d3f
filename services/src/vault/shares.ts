import type { ShareReleased } from '@latchkey/protocol/schemas/account'
import { and, eq } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { day, hour, take } from '../accounts/limits.js'
import { factsOf, mailFrame, notify } from '../accounts/notify.js'
import { knownDevice, requirePower } from '../accounts/sessions.js'
import { identitiesOf } from '../accounts/users.js'
import { authUsers } from '../db/accountTables.js'
import { shredded, vaultRotations, vaultSlots } from '../db/vaultTables.js'
import { newDeviceMail } from '../mail/texts.js'
import { openSlot, openWalletKeys, requireWallet, type SlotRow, slotsOf, type WalletRow } from './store.js'
import { by } from './writes.js'

/** Milliseconds for which a new address, or a login that was just added, cannot get the operator-held share. */
export const assistBlock = 72 * hour

type Wanted = { readonly walletId: string; readonly slotId: string }

/** What the operator-held share needs beyond a session: a fresh sign-in on a verified device, and no hold. */
async function requireAssist(accounts: Accounts, caller: SessionCaller, row: WalletRow): Promise<void> {
  const { vault } = accounts.config
  const now = accounts.now()
  if (row.custody !== 'operator-assisted') throw new AccountError('slot_gone')
  const device = await knownDevice(accounts, caller.userId, caller.jkt)
  const fresh = caller.signedInAt + vault.assistFresh * 1_000 > now || caller.stepUpUntil > now
  if (!device || !fresh) throw new AccountError('step_up_required')
  const [user] = await accounts.db.select().from(authUsers).where(eq(authUsers.id, caller.userId))
  // The first device of an account is not held: it made the wallet.
  const held = device.quarantineUntil === null ? 0 : device.createdAt + vault.holdHours * 3_600_000
  // A login that was just added opens nothing on a new device before its owner could take it back.
  const added = (await identitiesOf(accounts.db, caller.userId))
    .filter(({ kind, createdAt }) => kind === caller.provider && createdAt !== user?.createdAt)
    .map(({ createdAt }) => createdAt + assistBlock)
  const until = Math.max(held, user?.assistBlockedUntil ?? 0, ...(device.quarantineUntil === null ? [] : added))
  if (until > now) throw new AccountError('assist_held', { retryAfter: Math.ceil((until - now) / 1_000) })
}

const limitOf = ({ config }: Accounts, type: SlotRow['header']['type']) =>
  type === 'device' ? config.vault.deviceReleases : type === 'assist' ? config.vault.assistReleases : config.vault.factorReleases

/** Counts the release before anything is given: it is releases that are limited, because failures happen where no server sees them. */
async function release(accounts: Accounts, caller: SessionCaller, row: WalletRow, slot: SlotRow): Promise<ShareReleased> {
  const { type } = slot.header
  // A wallet that nobody has activated is being checked by its maker, slot by slot.
  const kind = row.state === 'pending' || slot.generation > 0 ? 'release-check' : 'release'
  const limit = limitOf(accounts, type)
  const taken = await take(accounts, { kind, of: `${slot.walletId} ${slot.slotId}`, limit, window: day })
  const meta = { slotType: type, slotId: slot.slotId }
  if (!taken.allowed) {
    await audit(accounts, { event: 'share-released', outcome: 'refused', ...by(caller), meta })
    throw new AccountError('slot_releases_spent', { retryAfter: taken.retryAfter })
  }
  const [wrapped] = slot.generation === 0 ? [row] : await rotationKeys(accounts, row.id)
  if (!wrapped) throw new AccountError('slot_gone')
  const shares = openSlot(await openWalletKeys(accounts, row.id, wrapped), slot)
  await accounts.db
    .update(vaultSlots)
    .set({ usedAt: accounts.now() })
    .where(and(eq(vaultSlots.walletId, row.id), eq(vaultSlots.generation, slot.generation), eq(vaultSlots.slotId, slot.slotId)))
  await audit(accounts, { event: 'share-released', ...by(caller), meta })
  if (type === 'assist' && kind === 'release')
    await notify(accounts, caller.userId, (to) =>
      newDeviceMail(to, mailFrame(accounts), accounts.config.vault.quarantineHours, factsOf(accounts, caller)),
    )
  return { ...shares, remaining: taken.left }
}

async function rotationKeys({ db }: Accounts, walletId: string) {
  const rows = await db.select().from(vaultRotations).where(eq(vaultRotations.walletId, walletId))
  return rows.map(({ envelope }) => ({ shareKey: envelope.shareKey, assistKey: envelope.assistKey }))
}

/** One server share, for a session on the device that may have it. */
export async function releaseShare(
  accounts: Accounts,
  caller: SessionCaller,
  { walletId, slotId }: Wanted,
  generation = 0,
): Promise<ShareReleased> {
  const row = await requireWallet(accounts.db, caller, walletId)
  const slot = (await slotsOf(accounts.db, row.id, generation)).find((candidate) => candidate.slotId === slotId)
  if (!slot || slot.shareCt === shredded) throw new AccountError('slot_gone')
  if (slot.header.type === 'device' && slot.header.jkt !== caller.jkt) {
    // The key shares of other devices are only given to the rotation that makes them.
    if (generation === 0) throw new AccountError('slot_other_device')
  }
  if (slot.header.type === 'assist' && generation === 0) await requireAssist(accounts, caller, row)
  return release(accounts, caller, row, slot)
}

/** The server share of a recovery code, to be put into a kit. */
export async function releaseForKit(accounts: Accounts, caller: SessionCaller, wanted: Wanted): Promise<ShareReleased> {
  requirePower(accounts, caller)
  const row = await requireWallet(accounts.db, caller, wanted.walletId)
  const slot = (await slotsOf(accounts.db, row.id)).find((candidate) => candidate.slotId === wanted.slotId)
  if (slot?.header.type !== 'code') throw new AccountError('slot_gone')
  return release(accounts, caller, row, slot)
}
