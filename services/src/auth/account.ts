import type { AccountUser, CodeSent } from '@latchkey/protocol/schemas/account'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { deletionMail } from '../mail/texts.js'
import { destroyDeviceSlots } from '../vault/deviceSlots.js'
import { AccountError } from './accountError.js'
import type { Accounts, SessionCaller } from './accountsContext.js'
import { audit } from './audit.js'
import { codeFacts, openChallenge, sendCode, spendMail, verifyCode } from './challenges.js'
import { day } from './limits.js'
import { newLink } from './links.js'
import { factsOf, mailFrame, notify } from './notify.js'
import { authIdentities, authUsers } from './schema.js'
import { forgetDevice, requirePower, revokeEverything, revokeSession, stepUp } from './sessions.js'
import { accountUser, emailOf, identitiesOf } from './users.js'

const by = ({ userId, jkt, origin, network }: SessionCaller) => ({ userId, jkt, origin, network })

/** Sends a code to the login address, for what needs a fresh proof of the person. @throws AccountError `email_missing` */
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

/** Ends every session, forgets every device and destroys every device's key slot: what lies on a stolen disk opens nothing any more. */
export async function signOutEverywhere(accounts: Accounts, caller: SessionCaller): Promise<void> {
  await revokeEverything(accounts, caller.userId)
  await destroyDeviceSlots(accounts, caller.userId)
  await audit(accounts, { event: 'signed-out-everywhere', ...by(caller) })
}

export async function revokeOne(accounts: Accounts, caller: SessionCaller, { id }: { readonly id: string }): Promise<void> {
  const jkt = await revokeSession(accounts, caller.userId, id)
  if (jkt === undefined) throw new AccountError('session_unknown')
  if (jkt !== caller.jkt) await forgetDevice(accounts, caller.userId, jkt)
  await audit(accounts, { event: 'session-revoked', ...by(caller) })
}

/** Takes a way to sign in away. The last one stays. */
export async function unlinkIdentity(accounts: Accounts, caller: SessionCaller, { id }: { readonly id: string }): Promise<AccountUser> {
  requirePower(accounts, caller)
  await accounts.db.transaction(async (tx) => {
    // Locks the account's row, so that two tabs cannot take away the last two at once.
    await tx.select().from(authUsers).where(eq(authUsers.id, caller.userId)).for('update')
    const identities = await identitiesOf(tx, caller.userId)
    if (!identities.some((identity) => identity.id === id)) throw new AccountError('session_unknown')
    if (identities.length === 1) throw new AccountError('identity_last')
    await tx.delete(authIdentities).where(and(eq(authIdentities.id, id), eq(authIdentities.userId, caller.userId)))
  })
  await audit(accounts, { event: 'identity-removed', ...by(caller) })
  return accountUser(accounts.db, caller.userId)
}

/** Marks the account for deletion. It is destroyed after the days of grace, unless somebody signs in or follows the link. */
export async function deleteAccount(accounts: Accounts, caller: SessionCaller): Promise<{ deleteAt: string }> {
  requirePower(accounts, caller)
  const deleteAt = accounts.now() + accounts.config.vault.deletionDays * day
  await accounts.db.update(authUsers).set({ deleteAt }).where(eq(authUsers.id, caller.userId))
  await audit(accounts, { event: 'deletion-requested', ...by(caller) })
  const email = (await emailOf(accounts.db, caller.userId)) ?? ''
  const token = await newLink(accounts, { kind: 'cancel-deletion', userId: caller.userId, email, expiresAt: deleteAt, caller })
  await notify(accounts, caller.userId, (to) => deletionMail(to, mailFrame(accounts), deleteAt, token, factsOf(accounts, caller)))
  return { deleteAt: new Date(deleteAt).toISOString() }
}

/** Destroys the accounts whose grace is over: identities, sessions, and the keys of the wallet's halves. The log keeps a pseudonym. */
export async function destroyDeleted(accounts: Accounts): Promise<number> {
  const due = await accounts.db
    .select({ id: authUsers.id })
    .from(authUsers)
    .where(and(isNotNull(authUsers.deleteAt), lte(authUsers.deleteAt, accounts.now())))
  for (const { id } of due) {
    await audit(accounts, { event: 'deleted', userId: id })
    await accounts.db.delete(authUsers).where(and(eq(authUsers.id, id), lte(authUsers.deleteAt, accounts.now())))
  }
  return due.length
}
