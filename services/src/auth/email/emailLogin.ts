/* Sign-in by a code that is sent by mail, and the change of that address. */

import type { AccountSession, ChallengeAnswer, CodeSent, DeviceAnswer } from '@latchkey/protocol/schemas/account'
import { AccountError } from '../../accounts/accountError.js'
import type { Accounts, DeviceCaller } from '../../accounts/accountsContext.js'
import { audit } from '../../accounts/audit.js'
import { emailIdentity, normalEmail } from '../../accounts/identity.js'
import { factsOf, mailFrame, mustSend } from '../../accounts/notify.js'
import { inRealm } from '../../accounts/realm.js'
import { knowsDevice, peekRefresh, requireOrigin, signIn } from '../../accounts/sessions.js'
import { emailOf, findIdentity } from '../../accounts/users.js'
import { deviceMail, unlockMail } from '../../mail/texts.js'
import { newLink } from '../links.js'
import { requireMethod } from '../methods.js'
import { type Challenge, codeFacts, isLocked, livingChallenge, openChallenge, sendCode, spendMail, verifyCode } from './challenges.js'

/** The mail that starts it, for a device that the address's account does not know: confirm the device, or first unlock the address. */
async function sendDeviceMail(accounts: Accounts, row: Challenge): Promise<void> {
  const facts = factsOf(accounts, row)
  const locked = await isLocked(accounts, row.email)
  const token = await newLink(accounts, { kind: locked ? 'unlock' : 'device', challenge: row })
  const frame = mailFrame(accounts)
  const mail = locked
    ? unlockMail(row.email, frame, token, facts)
    : deviceMail(row.email, frame, token, accounts.config.otp.deviceLife, facts)
  await mustSend(accounts, mail)
}

/**
 * Starts a sign-in by e-mail. What it does and answers is the same whether the address has an account or not; only a device that has
 * signed in to the account before, and proves it, is spared the device step.
 */
export async function startEmail(
  accounts: Accounts,
  caller: DeviceCaller,
  input: { readonly projectId: string; readonly origin: string; readonly email: string; readonly refreshToken?: string },
): Promise<ChallengeAnswer> {
  await requireMethod(accounts, input, 'email')
  const email = normalEmail(input.email)
  const living = input.refreshToken === undefined ? null : await peekRefresh(accounts, input.refreshToken, caller.jkt)
  if (
    living &&
    living.projectId === input.projectId &&
    living.origin === input.origin &&
    (await emailOf(accounts.db, living.userId)) === email
  )
    return { action: 'CONNECT' }

  const known = await knowsDevice(accounts, await inRealm(accounts, input.projectId, emailIdentity(email)), caller.jkt)
  await spendMail(accounts, caller, { email, projectId: input.projectId, known })
  const bound = { purpose: 'sign-in' as const, email, projectId: input.projectId, origin: input.origin }
  const opened = await openChallenge(accounts, caller, { ...bound, deviceStep: !known })
  if (known) {
    const row = await sendCode(accounts, opened)
    return { action: 'VERIFY_OTP', ...codeFacts(accounts, row, accounts.now()) }
  }
  await sendDeviceMail(accounts, opened)
  return { action: 'VERIFY_DEVICE', ...codeFacts(accounts, opened, accounts.now()), number: opened.number }
}

/** Milliseconds for which a request is delayed while there is no decision (long polling). */
const hold = 2_000

/** Tells the waiting device whether its link was approved: with `wait`, as soon as its user has decided. */
export async function pollDevice(
  accounts: Accounts,
  caller: DeviceCaller,
  { challengeId, wait = false }: { readonly challengeId: string; readonly wait?: boolean },
): Promise<DeviceAnswer> {
  // Subscribes before it reads, so that no decision in between is missed.
  const decided = wait ? accounts.decisions.wait(challengeId, hold) : undefined
  let row = await livingChallenge(accounts, caller, challengeId)
  if (decided && row.device === 'waiting') {
    await decided
    row = await livingChallenge(accounts, caller, challengeId)
  }
  if (row.device === 'wrong') throw new AccountError('device_number_wrong')
  if (row.device === 'denied') throw new AccountError('flow_denied')
  const facts = codeFacts(accounts, row, accounts.now())
  return row.device === 'waiting' ? { status: 'PENDING', expiresIn: facts.expiresIn } : { status: 'VERIFY_OTP', ...facts }
}

/** Sends the link or the code again. */
export async function resend(
  accounts: Accounts,
  caller: DeviceCaller,
  { challengeId }: { readonly challengeId: string },
): Promise<CodeSent> {
  const row = await livingChallenge(accounts, caller, challengeId)
  if (row.device === 'wrong' || row.device === 'denied') throw new AccountError('challenge_gone')
  await spendMail(accounts, caller, { email: row.email, projectId: row.projectId, known: row.device !== 'waiting' })
  if (row.device === 'waiting') {
    await sendDeviceMail(accounts, row)
    return codeFacts(accounts, row, accounts.now())
  }
  return codeFacts(accounts, await sendCode(accounts, row), accounts.now())
}

/** Takes the code and signs in. */
export async function verifyEmail(
  accounts: Accounts,
  caller: DeviceCaller,
  input: { readonly challengeId: string; readonly code: string },
): Promise<AccountSession> {
  const row = await verifyCode(accounts, caller, { ...input, purpose: 'sign-in' }).catch(async (error: unknown) => {
    if (error instanceof AccountError && (error.code === 'otp_wrong' || error.code === 'otp_spent'))
      await auditWrongCode(accounts, caller, input)
    throw error
  })
  await requireOrigin(accounts, row)
  return signIn(accounts, { ...caller, projectId: row.projectId, origin: row.origin }, emailIdentity(row.email))
}

async function auditWrongCode(accounts: Accounts, caller: DeviceCaller, { challengeId }: { readonly challengeId: string }): Promise<void> {
  const row = await livingChallenge(accounts, caller, challengeId).catch(() => null)
  const identity = row && (await findIdentity(accounts.db, await inRealm(accounts, row.projectId, emailIdentity(row.email))))
  if (!identity) return
  const { jkt, network } = caller
  await audit(accounts, { event: 'code-wrong', outcome: 'refused', userId: identity.userId, jkt, origin: row.origin, network })
}
