import { and, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { AccountError } from '../../accounts/accountError.js'
import type { Accounts, DeviceCaller } from '../../accounts/accountsContext.js'
import { countOf, day, hour, type Rule, spend, take } from '../../accounts/limits.js'
import { factsOf, mailFrame, mustSend } from '../../accounts/notify.js'
import { keyedHash, newCode, newId, newNumbers, sameText } from '../../accounts/secrets.js'
import { authChallenges, authFailures } from '../../db/accountTables.js'
import { codeMail } from '../../mail/texts.js'

export type Challenge = typeof authChallenges.$inferSelect
export type ChallengePurpose = Challenge['purpose']

/** What a new challenge is bound to. */
export type NewChallenge = Pick<Challenge, 'purpose' | 'email' | 'projectId' | 'origin'> & {
  readonly sessionId?: string
  readonly newEmail?: string
  /** The device has to be confirmed first. */
  readonly deviceStep?: boolean
}

const breaker = { kind: 'wrong-codes', of: 'all', window: 300_000 }

/** The code is kept as a keyed hash over all that it is bound to: for anybody else it is another code. */
const codeHashOf = (accounts: Accounts, { id, jkt, projectId, origin, email }: Challenge, code: string) =>
  keyedHash(accounts.secrets.pepper, 'code', id, jkt, projectId, origin, email, code)

/** What is left until another mail may be asked for; the wait itself is counted by the device. */
export const codeFacts = ({ config }: Accounts, row: Challenge, now: number) => ({
  challengeId: row.id,
  expiresIn: Math.max(0, Math.floor(((row.codeExpiresAt ?? row.expiresAt) - now) / 1_000)),
  resendAfter: config.otp.resend,
})

/**
 * The limits of one mail: the device's wait of 30 s, the address's budget, the client's and the project's. A device that the account knows
 * has a budget of its own, so that nobody can lock its owner out by asking often.
 */
export async function spendMail(accounts: Accounts, caller: DeviceCaller, mail: OneMail): Promise<void> {
  const resend = { kind: 'resend', of: caller.jkt, limit: 1, window: accounts.config.otp.resend * 1_000 }
  await spend(accounts, resend, ...mailRules(accounts, caller, mail))
}

type OneMail = { readonly email: string; readonly projectId: string; readonly known: boolean }

/** As {@link spendMail}, for a mail that follows from another one at once. */
export const spendNextMail = (accounts: Accounts, caller: DeviceCaller, mail: OneMail): Promise<void> =>
  spend(accounts, ...mailRules(accounts, caller, mail))

function mailRules({ config: { limits } }: Accounts, caller: DeviceCaller, { email, projectId, known }: OneMail): readonly Rule[] {
  const to = known ? `${email} ${caller.jkt}` : email
  return [
    { kind: 'sends-address', of: caller.ip, limit: limits.sendsPerAddressHour, window: hour },
    { kind: 'sends-project', of: projectId, limit: limits.sendsPerProjectHour, window: hour },
    { kind: 'sends-email', of: to, limit: limits.sendsPerEmailHour, window: hour },
    { kind: 'sends-email', of: to, limit: limits.sendsPerEmailDay, window: 24 * hour },
  ]
}

/** Stores a new challenge. It ends the older ones of the same device and purpose, so that only the newest code is valid. */
export async function openChallenge(accounts: Accounts, caller: DeviceCaller, wanted: NewChallenge): Promise<Challenge> {
  const { db, config } = accounts
  const now = accounts.now()
  const { deviceStep = false, ...bound } = wanted
  const row = {
    ...newNumbers(),
    ...bound,
    sessionId: wanted.sessionId ?? null,
    newEmail: wanted.newEmail ?? null,
    id: newId(),
    jkt: caller.jkt,
    browser: caller.browser,
    network: caller.network,
    codeHash: null,
    codeExpiresAt: null,
    attemptsLeft: config.otp.attempts,
    usedAt: null,
    device: deviceStep ? ('waiting' as const) : ('none' as const),
    createdAt: now,
    expiresAt: now + (deviceStep ? config.otp.deviceLife : config.otp.life) * 1_000,
  }
  await db
    .update(authChallenges)
    .set({ expiresAt: now })
    .where(and(eq(authChallenges.jkt, caller.jkt), eq(authChallenges.purpose, wanted.purpose), gt(authChallenges.expiresAt, now)))
  await db.insert(authChallenges).values(row)
  return row
}

const doing: Readonly<Record<ChallengePurpose, string>> = {
  'sign-in': 'sign in',
  'step-up': 'confirm that it is you',
  'email-primary': 'change the address of your wallet',
  'email-secondary': 'use this address for your wallet',
}

/** Makes a code, keeps its hash and mails it. Tries that were used up stay used up. */
export async function sendCode(accounts: Accounts, row: Challenge): Promise<Challenge> {
  const { config, db } = accounts
  const code = newCode()
  const now = accounts.now()
  const codeExpiresAt = now + config.otp.life * 1_000
  const set = { codeHash: codeHashOf(accounts, row, code), codeExpiresAt, expiresAt: codeExpiresAt }
  await db.update(authChallenges).set(set).where(eq(authChallenges.id, row.id))
  const facts = factsOf(accounts, row)
  await mustSend(accounts, codeMail(row.email, mailFrame(accounts), code, config.otp.life, facts, doing[row.purpose]))
  return { ...row, ...set }
}

/** The device's own challenge that has not ended. @throws AccountError `challenge_gone` */
export async function livingChallenge(accounts: Accounts, caller: { readonly jkt: string }, id: string): Promise<Challenge> {
  const [row] = await accounts.db
    .select()
    .from(authChallenges)
    .where(
      and(
        eq(authChallenges.id, id),
        eq(authChallenges.jkt, caller.jkt),
        isNull(authChallenges.usedAt),
        gt(authChallenges.expiresAt, accounts.now()),
      ),
    )
  if (!row) throw new AccountError('challenge_gone')
  return row
}

/**
 * Takes a code. One statement spends a try before anything is compared, so that any number of tries at once are five.
 *
 * @param purpose the challenge has to be for this, and for this session when it belongs to one
 * @throws AccountError `otp_wrong` with `attemptsLeft`, `otp_spent`, `device_pending`, `challenge_gone`, `too_many_requests`, `unavailable`
 */
export async function verifyCode(
  accounts: Accounts,
  caller: DeviceCaller & { readonly sessionId?: string },
  { challengeId, code, purpose }: { readonly challengeId: string; readonly code: string; readonly purpose: ChallengePurpose },
): Promise<Challenge> {
  const { db, config } = accounts
  const { limits } = config
  const now = accounts.now()
  await spend(accounts, { kind: 'verifies', of: caller.ip, limit: limits.verifiesPerAddressHour, window: hour })
  const own = and(eq(authChallenges.id, challengeId), eq(authChallenges.jkt, caller.jkt), eq(authChallenges.purpose, purpose))
  const [row] = await db
    .update(authChallenges)
    .set({ attemptsLeft: sql`${authChallenges.attemptsLeft} - 1` })
    .where(
      and(
        own,
        gt(authChallenges.attemptsLeft, 0),
        isNull(authChallenges.usedAt),
        isNotNull(authChallenges.codeHash),
        gt(authChallenges.codeExpiresAt, now),
        gt(authChallenges.expiresAt, now),
        ne(authChallenges.device, 'waiting'),
      ),
    )
    .returning()
  if (!row || row.sessionId !== (caller.sessionId ?? null)) {
    const living = await livingChallenge(accounts, caller, challengeId)
    throw new AccountError(living.device === 'waiting' ? 'device_pending' : living.attemptsLeft > 0 ? 'challenge_gone' : 'otp_spent')
  }
  // Many wrong codes everywhere at once are somebody spraying: devices that were just confirmed wait until it is over.
  if (row.device !== 'none' && (await countOf(accounts, { ...breaker, limit: limits.failuresInAll })) >= limits.failuresInAll)
    throw new AccountError('unavailable', { retryAfter: 300 })
  if (!sameText(codeHashOf(accounts, row, code), row.codeHash ?? '')) {
    await addFailure(accounts, row.email)
    if (row.attemptsLeft === 0) throw new AccountError('otp_spent')
    throw new AccountError('otp_wrong', { data: { attemptsLeft: row.attemptsLeft } })
  }
  const [used] = await db
    .update(authChallenges)
    .set({ usedAt: now })
    .where(and(eq(authChallenges.id, row.id), isNull(authChallenges.usedAt)))
    .returning()
  if (!used) throw new AccountError('challenge_gone')
  await forgetFailures(accounts, row.email)
  return used
}

const failureKey = (accounts: Accounts, email: string) => keyedHash(accounts.secrets.pepper, 'failures', email)

async function addFailure(accounts: Accounts, email: string): Promise<void> {
  await take(accounts, { ...breaker, limit: accounts.config.limits.failuresInAll })
  const lastAt = accounts.now()
  await accounts.db
    .insert(authFailures)
    .values({ key: failureKey(accounts, email), count: 1, lastAt })
    .onConflictDoUpdate({ target: authFailures.key, set: { count: sql`${authFailures.count} + 1`, lastAt } })
}

/** The inbox was reached, or the right code was typed. */
export async function forgetFailures(accounts: Accounts, email: string): Promise<void> {
  await accounts.db.delete(authFailures).where(eq(authFailures.key, failureKey(accounts, email)))
}

/** Whether an address saw too many wrong codes in a row for devices that it does not know. */
export async function isLocked(accounts: Accounts, email: string): Promise<boolean> {
  const [row] = await accounts.db
    .select()
    .from(authFailures)
    .where(eq(authFailures.key, failureKey(accounts, email)))
  return (row?.count ?? 0) >= accounts.config.limits.failuresPerEmail
}

/** Milliseconds after which wrong codes count no more. So few tries a year find no code, and addresses that somebody made up do not stay for ever. */
const failuresKept = 90 * day

export async function forgetChallenges(accounts: Accounts): Promise<void> {
  await accounts.db.delete(authChallenges).where(lt(authChallenges.expiresAt, accounts.now() - hour))
  await accounts.db.delete(authFailures).where(lt(authFailures.lastAt, accounts.now() - failuresKept))
}
