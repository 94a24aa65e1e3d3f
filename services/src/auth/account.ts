import type { AccountUser, CodeSent, VaultShred } from '@latchkey/protocol/schemas/account'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, SessionCaller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { day } from '../accounts/limits.js'
import { factsOf, mailFrame, notify } from '../accounts/notify.js'
import { forgetDevice, requirePower, revokeEverything, revokeSession, stepUp } from '../accounts/sessions.js'
import { accountUser, contactsOf, emailOf, identitiesOf } from '../accounts/users.js'
import { authIdentities, authLinks, authUsers } from '../db/accountTables.js'
import { deletionMail, signedOutMail } from '../mail/texts.js'
import { destroyDeviceSlots, destroyDeviceSlotsLater, shredDelay } from '../vault/deviceSlots.js'
import { requireSignature } from '../vault/signature.js'
import { requireWallet } from '../vault/store.js'
import { changeLogins } from './changeLogins.js'
import { codeFacts, openChallenge, sendCode, spendMail, verifyCode } from './email/challenges.js'
import { newLink } from './links.js'

const by = ({ userId, jkt, origin, network }: SessionCaller) => ({ userId, jkt, origin, network })

/** Sends a code to the login address, for what needs a fresh proof of the user. @throws AccountError `email_missing` */
export async function startStepUp(accounts: Accounts, caller: SessionCaller): Promise<CodeSent> {
  const email = await emailOf(accounts.db, caller.userId)
  if (email === null) throw new AccountError('email_missing')
  const { projectId, origin, sessionId } = caller
  await spendMail(accounts, caller, { email, projectId, known: true })
  const opened = await openChallenge(accounts, caller, { purpose: 'step-up', email, projectId, origin, sessionId })
  return codeFacts(accounts, await sendCode(accounts, opened), accounts.now())
}

export async function verifyStepUp(
  accounts: Accounts,
  caller: SessionCaller,
  input: { readonly challengeId: string; readonly code: string },
) {
  await verifyCode(accounts, caller, { ...input, purpose: 'step-up' })
  await audit(accounts, { event: 'step-up', ...by(caller) })
  return { stepUpUntil: await stepUp(accounts, caller) }
}

export async function signOut(accounts: Accounts, caller: SessionCaller): Promise<void> {
  await revokeSession(accounts, caller.userId, caller.sessionId)
  await audit(accounts, { event: 'signed-out', ...by(caller) })
}

/**
 * Ends every session and forgets every device. Their key shares are destroyed at once when the wallet itself signs for it, and a day later
 * otherwise, unless the user undoes that by mail: what lies on a stolen disk opens nothing any more, and nobody who only has a session can
 * take the keys from their owner.
 *
 * @throws AccountError `quarantined`, `step_up_required`, `vault_signature`, `vault_conflict`; then nobody is signed out
 */
export async function signOutEverywhere(
  accounts: Accounts,
  caller: SessionCaller,
  { shred }: { readonly shred?: VaultShred },
): Promise<{ shredAt: string | null }> {
  requirePower(accounts, caller)
  const { userId } = caller
  if (shred) {
    const row = await requireWallet(accounts.db, caller, shred.walletId)
    requireSignature(shred, row.vaultAuthKey)
    if (shred.hash !== row.hash) throw new AccountError('vault_conflict')
  }
  const now = accounts.now()
  const at = now + shredDelay
  const token = await accounts.db.transaction(async (tx) => {
    await revokeEverything(accounts, userId, tx)
    await audit(accounts, { event: 'signed-out-everywhere', ...by(caller) }, tx)
    if (shred) return destroyDeviceSlots(tx, userId).then(() => null)
    if (!(await destroyDeviceSlotsLater(tx, userId, now))) return null
    const email = (await contactsOf({ db: tx, now: accounts.now }, userId))[0] ?? ''
    return newLink(accounts, { kind: 'keep-devices', userId, email, at: now, expiresAt: at, caller }, tx)
  })
  const undo = token === null ? null : { at, token }
  await notify(accounts, userId, (to) => signedOutMail(to, mailFrame(accounts), undo, factsOf(accounts, caller)))
  return { shredAt: undo && new Date(at).toISOString() }
}

/**
 * Ends one session. Another one than the caller's needs a fresh proof, and a device that is not new: whoever has just got in must not be able
 * to shut the owner out.
 */
export async function revokeOne(accounts: Accounts, caller: SessionCaller, { id }: { readonly id: string }): Promise<void> {
  if (id !== caller.sessionId) requirePower(accounts, caller)
  const jkt = await revokeSession(accounts, caller.userId, id)
  if (jkt === undefined) throw new AccountError('session_unknown')
  if (jkt !== caller.jkt) await forgetDevice(accounts, caller.userId, jkt)
  await audit(accounts, { event: 'session-revoked', ...by(caller) })
}

/** Removes a way to sign in; for 48 hours this can be undone. The last one cannot be removed. */
export async function unlinkIdentity(accounts: Accounts, caller: SessionCaller, { id }: { readonly id: string }): Promise<AccountUser> {
  requirePower(accounts, caller)
  const removed = (await identitiesOf(accounts.db, caller.userId)).find((identity) => identity.id === id)
  if (!removed) throw new AccountError('session_unknown')
  await changeLogins(accounts, caller, { event: 'identity-removed', removed }, async (tx, before) => {
    if (before.length === 1) throw new AccountError('identity_last')
    const own = and(eq(authIdentities.id, id), eq(authIdentities.userId, caller.userId))
    const [gone] = await tx.delete(authIdentities).where(own).returning({ id: authIdentities.id })
    if (!gone) throw new AccountError('session_unknown')
  })
  return accountUser(accounts.db, caller.userId)
}

/** Marks the account for deletion. It is destroyed after the grace period, unless somebody signs in or follows the link. */
export async function deleteAccount(accounts: Accounts, caller: SessionCaller): Promise<{ deleteAt: string }> {
  requirePower(accounts, caller)
  const now = accounts.now()
  const deleteAt = now + accounts.config.vault.deletionDays * day
  const { userId } = caller
  const token = await accounts.db.transaction(async (tx) => {
    await tx.update(authUsers).set({ deleteAt }).where(eq(authUsers.id, userId))
    await audit(accounts, { event: 'deletion-requested', ...by(caller) }, tx)
    const email = (await emailOf(tx, userId)) ?? ''
    return newLink(accounts, { kind: 'cancel-deletion', userId, email, at: now, expiresAt: deleteAt, caller }, tx)
  })
  await notify(accounts, userId, (to) => deletionMail(to, mailFrame(accounts), deleteAt, token, factsOf(accounts, caller)))
  return { deleteAt: new Date(deleteAt).toISOString() }
}

/** Destroys the accounts whose grace period is over: identities, sessions, and the keys of the wallet's key shares. The log keeps a pseudonym. */
export async function destroyDeleted(accounts: Accounts): Promise<number> {
  const due = await accounts.db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(isNotNull(authUsers.deleteAt), lte(authUsers.deleteAt, accounts.now())))
  let destroyed = 0
  for (const { id } of due)
    await accounts.db.transaction(async (tx) => {
      const isDue = and(eq(authUsers.id, id), lte(authUsers.deleteAt, accounts.now()))
      const [gone] = await tx.delete(authUsers).where(isDue).returning({ id: authUsers.id })
      // Its user has just come back, or another replica was faster.
      if (!gone) return
      await tx.delete(authLinks).where(eq(authLinks.userId, id))
      await audit(accounts, { event: 'deleted', userId: id }, tx)
      destroyed += 1
    })
  return destroyed
}
