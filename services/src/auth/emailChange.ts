import type { EmailChangeStarted } from '@latchkey/protocol/schemas/account'
import { and, eq } from 'drizzle-orm'
import { emailChangedMail, noticeMail } from '../mail/texts.js'
import { AccountError } from './accountError.js'
import type { Accounts, Caller, SessionCaller } from './accountsContext.js'
import { audit } from './audit.js'
import { codeFacts, openChallenge, sendCode, spendMail, spendNextMail, verifyCode } from './challenges.js'
import { hour } from './limits.js'
import { newLink, revertLife } from './links.js'
import { factsOf, mailFrame, notify } from './notify.js'
import { authIdentities, authUsers } from './schema.js'
import { newId } from './secrets.js'
import { requirePower, revokeEverything } from './sessions.js'
import { emailIdentity, emailOf, findIdentity, normalEmail, requireUnreserved } from './users.js'

/** Milliseconds for which a new address cannot get the operator-held half. */
const assistBlock = 72 * hour

/**
 * Starts a change of the login address: first a code to the present one, then one to the new one. An account without an address needs a
 * step-up instead of the first code.
 */
export async function startEmailChange(
  accounts: Accounts,
  caller: SessionCaller,
  input: { readonly email: string },
): Promise<EmailChangeStarted> {
  if (caller.quarantineUntil !== null) throw new AccountError('quarantined')
  const newEmail = normalEmail(input.email)
  const current = await emailOf(accounts.db, caller.userId)
  if (current === null) requirePower(accounts, caller)
  const { projectId, origin, sessionId } = caller
  await spendMail(accounts, caller, { email: current ?? newEmail, projectId, known: current !== null })
  const bound = { projectId, origin, sessionId }
  const opened = await openChallenge(
    accounts,
    caller,
    current === null
      ? { ...bound, purpose: 'email-secondary', email: newEmail }
      : { ...bound, purpose: 'email-primary', email: current, newEmail },
  )
  const row = await sendCode(accounts, opened)
  return { action: current === null ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP', ...codeFacts(accounts, row, accounts.now()) }
}

/** The code of the present address was typed; the new one gets its own. */
export async function verifyPrimary(
  accounts: Accounts,
  caller: SessionCaller,
  input: { readonly challengeId: string; readonly code: string },
): Promise<EmailChangeStarted> {
  const { newEmail, projectId, origin } = await verifyCode(accounts, caller, { ...input, purpose: 'email-primary' })
  if (newEmail === null) throw new AccountError('challenge_gone')
  await spendNextMail(accounts, caller, { email: newEmail, projectId, known: false })
  const opened = await openChallenge(accounts, caller, {
    purpose: 'email-secondary',
    email: newEmail,
    projectId,
    origin,
    sessionId: caller.sessionId,
  })
  const row = await sendCode(accounts, opened)
  return { action: 'VERIFY_SECONDARY_OTP', ...codeFacts(accounts, row, accounts.now()) }
}

/** The new address is proven: it replaces the old one, which gets a link to undo that. */
export async function verifySecondary(
  accounts: Accounts,
  caller: SessionCaller,
  input: { readonly challengeId: string; readonly code: string },
): Promise<{ email: string }> {
  const { email } = await verifyCode(accounts, caller, { ...input, purpose: 'email-secondary' })
  await requireUnreserved(accounts, email, caller.userId)
  const old = await emailOf(accounts.db, caller.userId)
  await replaceEmail(accounts, caller.userId, email, accounts.now() + assistBlock)
  const { jkt, origin, network, userId } = caller
  await audit(accounts, { event: 'email-changed', userId, jkt, origin, network })
  if (old !== null && old !== email) {
    const expiresAt = accounts.now() + revertLife
    const token = await newLink(accounts, { kind: 'revert-email', userId, email: old, newEmail: email, expiresAt, caller })
    await accounts.mailer?.send(emailChangedMail(old, mailFrame(accounts), email, token, factsOf(accounts, caller))).catch(() => undefined)
  }
  return { email }
}

/** @throws AccountError `email_taken` */
async function replaceEmail(accounts: Accounts, userId: string, email: string, assistBlockedUntil: number | null): Promise<void> {
  const identity = emailIdentity(email)
  await accounts.db.transaction(async (tx) => {
    const owner = await findIdentity(tx, identity)
    if (owner && owner.userId !== userId) throw new AccountError('email_taken')
    await tx.delete(authIdentities).where(and(eq(authIdentities.userId, userId), eq(authIdentities.kind, 'email')))
    const [row] = await tx
      .insert(authIdentities)
      .values({ ...identity, id: newId(), userId, createdAt: accounts.now() })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new AccountError('email_taken')
    await tx.update(authUsers).set({ assistBlockedUntil }).where(eq(authUsers.id, userId))
  })
}

/** The owner of the old address undoes a change: every session and device ends, so whoever made it has to start over. */
export async function revertEmail(
  accounts: Accounts,
  caller: Caller,
  { userId, email, newEmail }: { readonly userId: string; readonly email: string; readonly newEmail: string },
): Promise<void> {
  // Changed once more in the meantime: each old address may undo it all the same.
  await replaceEmail(accounts, userId, email, null)
  await revokeEverything(accounts, userId)
  await audit(accounts, { event: 'email-reverted', userId, network: caller.network })
  const facts = factsOf(accounts, caller)
  await notify(accounts, userId, (to) => noticeMail(to, mailFrame(accounts), `The change of your address to ${newEmail} was undone`, facts))
}
