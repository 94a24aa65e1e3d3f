import type { LinkFacts } from '@latchkey/protocol/schemas/account'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { AccountError } from './accountError.js'
import type { Accounts, Caller } from './accountsContext.js'
import { audit } from './audit.js'
import { type Challenge, forgetFailures, sendCode } from './challenges.js'
import { revertEmail } from './emailChange.js'
import { day } from './limits.js'
import { authChallenges, authLinks, authUsers } from './schema.js'
import { hashOf, newToken } from './secrets.js'
import { emailIdentity, findIdentity } from './users.js'

type Link = typeof authLinks.$inferSelect

/** Milliseconds. */
const lives = { unlock: day, 'revert-email': 2 * day } as const

/** A link whose only secret is its 256-bit token, in the fragment: it reaches no server's log and no referrer. Older device links end. */
export async function newLink(
  accounts: Accounts,
  wanted:
    | { readonly kind: 'device' | 'unlock'; readonly challenge: Challenge }
    | {
        readonly kind: 'revert-email' | 'cancel-deletion'
        readonly userId: string
        readonly email: string
        readonly newEmail?: string
        readonly expiresAt: number
        readonly caller: Caller & { readonly origin: string; readonly projectId: string }
      },
): Promise<string> {
  const token = newToken()
  const now = accounts.now()
  const of = 'challenge' in wanted ? wanted.challenge : wanted.caller
  if ('challenge' in wanted)
    await accounts.db
      .update(authLinks)
      .set({ usedAt: now })
      .where(and(eq(authLinks.challengeId, wanted.challenge.id), isNull(authLinks.usedAt)))
  await accounts.db.insert(authLinks).values({
    hash: hashOf(token),
    kind: wanted.kind,
    challengeId: 'challenge' in wanted ? wanted.challenge.id : null,
    userId: 'challenge' in wanted ? null : wanted.userId,
    email: 'challenge' in wanted ? wanted.challenge.email : wanted.email,
    newEmail: 'challenge' in wanted ? null : (wanted.newEmail ?? null),
    origin: of.origin,
    projectId: of.projectId,
    browser: of.browser,
    network: of.network,
    createdAt: now,
    expiresAt: 'challenge' in wanted ? (wanted.kind === 'unlock' ? now + lives.unlock : wanted.challenge.expiresAt) : wanted.expiresAt,
  })
  return token
}

/** Milliseconds for which a changed address can be brought back. */
export const revertLife = lives['revert-email']

async function find(accounts: Accounts, token: string): Promise<Link> {
  const [link] = await accounts.db
    .select()
    .from(authLinks)
    .where(and(eq(authLinks.hash, hashOf(token)), isNull(authLinks.usedAt), gt(authLinks.expiresAt, accounts.now())))
  if (!link) throw new AccountError('link_gone')
  return link
}

async function challengeOf(accounts: Accounts, link: Link): Promise<Challenge> {
  const [row] = await accounts.db
    .select()
    .from(authChallenges)
    .where(and(eq(authChallenges.id, link.challengeId ?? ''), gt(authChallenges.expiresAt, accounts.now())))
  if (!row || (link.kind === 'device' && row.device !== 'waiting')) throw new AccountError('link_gone')
  return row
}

/** What the first-party page shows. Changes nothing: mail scanners open links. */
export async function inspectLink(accounts: Accounts, token: string): Promise<LinkFacts> {
  const link = await find(accounts, token)
  const project = link.projectId === null ? null : await accounts.projects.get(link.projectId)
  return {
    kind: link.kind,
    origin: link.origin,
    projectName: project?.name ?? null,
    browser: link.browser,
    network: link.network,
    at: new Date(link.createdAt).toISOString(),
    expiresIn: Math.floor((link.expiresAt - accounts.now()) / 1_000),
    numbers: link.kind === 'device' ? (await challengeOf(accounts, link)).numbers : [],
    email: link.email,
  }
}

/** Spends a link; only one of many clicks does. */
async function spendLink(accounts: Accounts, link: Link): Promise<void> {
  const [spent] = await accounts.db
    .update(authLinks)
    .set({ usedAt: accounts.now() })
    .where(and(eq(authLinks.hash, link.hash), isNull(authLinks.usedAt)))
    .returning({ hash: authLinks.hash })
  if (!spent) throw new AccountError('link_gone')
}

async function auditByEmail(accounts: Accounts, link: Link, event: string, outcome: 'ok' | 'refused', caller: Caller): Promise<void> {
  const identity = await findIdentity(accounts.db, emailIdentity(link.email))
  if (!identity) return
  const origin = link.origin === null ? {} : { origin: link.origin }
  await audit(accounts, { event, outcome, userId: identity.userId, network: caller.network, ...origin })
}

async function decideDevice(accounts: Accounts, link: Link, caller: Caller, number: string | undefined): Promise<void> {
  const challenge = await challengeOf(accounts, link)
  if (number === undefined) throw new AccountError('invalid_request')
  await spendLink(accounts, link)
  const device = number === challenge.number ? ('approved' as const) : ('wrong' as const)
  const [decided] = await accounts.db
    .update(authChallenges)
    .set({ device })
    .where(and(eq(authChallenges.id, challenge.id), eq(authChallenges.device, 'waiting')))
    .returning()
  if (!decided) throw new AccountError('link_gone')
  await auditByEmail(accounts, link, 'device-verified', device === 'approved' ? 'ok' : 'refused', caller)
  if (device === 'wrong') throw new AccountError('device_number_wrong')
  await sendCode(accounts, decided)
}

/**
 * Does what the link is for. Needs the person's own press of a button, by POST.
 *
 * @param number the one that the starting screen shows; a wrong one ends the sign-in, so nobody can try all three
 */
export async function approveLink(
  accounts: Accounts,
  caller: Caller,
  input: { readonly token: string; readonly number?: string },
): Promise<void> {
  const link = await find(accounts, input.token)
  if (link.kind === 'device') return decideDevice(accounts, link, caller, input.number)
  await spendLink(accounts, link)
  if (link.kind === 'unlock') {
    await forgetFailures(accounts, link.email)
    await auditByEmail(accounts, link, 'address-unlocked', 'ok', caller)
    return
  }
  const userId = link.userId ?? ''
  if (link.kind === 'revert-email') return revertEmail(accounts, caller, { userId, email: link.email, newEmail: link.newEmail ?? '' })
  await accounts.db.update(authUsers).set({ deleteAt: null }).where(eq(authUsers.id, userId))
  await audit(accounts, { event: 'deletion-cancelled', userId, network: caller.network })
}

/** "It wasn't me." */
export async function denyLink(accounts: Accounts, caller: Caller, token: string): Promise<void> {
  const link = await find(accounts, token)
  await spendLink(accounts, link)
  if (link.challengeId === null) return
  await accounts.db
    .update(authChallenges)
    .set({ device: 'denied' })
    .where(and(eq(authChallenges.id, link.challengeId), eq(authChallenges.device, 'waiting')))
  await auditByEmail(accounts, link, 'device-verified', 'refused', caller)
}

export async function forgetLinks(accounts: Accounts): Promise<void> {
  await accounts.db.delete(authLinks).where(lt(authLinks.expiresAt, accounts.now() - day))
}
