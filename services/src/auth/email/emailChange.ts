import type { EmailChangeStarted } from '@latchkey/protocol/schemas/account'
import { and, eq } from 'drizzle-orm'
import { AccountError } from '../../accounts/accountError.js'
import type { Accounts, SessionCaller, Sql } from '../../accounts/accountsContext.js'
import { emailIdentity, type Identity, normalEmail } from '../../accounts/identity.js'
import { inRealm } from '../../accounts/realm.js'
import { newId } from '../../accounts/secrets.js'
import { requirePower } from '../../accounts/sessions.js'
import { emailOf, findIdentity, requireUnreserved } from '../../accounts/users.js'
import { authIdentities, authUsers } from '../../db/accountTables.js'
import { assistBlock } from '../../vault/shares.js'
import { changeLogins } from '../changeLogins.js'
import { codeFacts, openChallenge, sendCode, spendMail, spendNextMail, verifyCode } from './challenges.js'

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
  const { userId } = caller
  const added = await inRealm(accounts, caller.projectId, emailIdentity(email))
  await requireUnreserved(accounts, added, userId)
  const old = await emailOf(accounts.db, userId)
  if (old === email) return { email }
  const removed = old === null ? {} : { removed: await inRealm(accounts, caller.projectId, emailIdentity(old)) }
  const what = { event: 'email-changed' as const, added, ...removed }
  await changeLogins(accounts, caller, what, (tx) => replaceEmail(accounts, tx, userId, added))
  return { email }
}

/** @throws AccountError `email_taken` */
async function replaceEmail(accounts: Accounts, tx: Sql, userId: string, identity: Identity): Promise<void> {
  const owner = await findIdentity(tx, identity)
  if (owner && owner.userId !== userId) throw new AccountError('email_taken')
  await tx.delete(authIdentities).where(and(eq(authIdentities.userId, userId), eq(authIdentities.kind, 'email')))
  const [row] = await tx
    .insert(authIdentities)
    .values({ ...identity, id: newId(), userId, createdAt: accounts.now() })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new AccountError('email_taken')
  await tx
    .update(authUsers)
    .set({ assistBlockedUntil: accounts.now() + assistBlock })
    .where(eq(authUsers.id, userId))
}
