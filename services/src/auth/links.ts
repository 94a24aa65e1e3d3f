import type { LinkFacts } from '@latchkey/protocol/schemas/account'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { AccountError } from './accountError.js'
import type { Accounts, Caller, Sql } from './accountsContext.js'
import { audit } from './audit.js'
import { type Challenge, forgetFailures, sendCode } from './challenges.js'
import { day } from './limits.js'
import { inRealm } from './realm.js'
import { authChallenges, authLinks, type LoginRecord } from './schema.js'
import { hashOf, newToken } from './secrets.js'
import { changesOf, undoChange } from './undo.js'
import { emailIdentity, findIdentity } from './users.js'

export type Link = typeof authLinks.$inferSelect

/** Milliseconds. */
const unlockLife = day

/** Links that take back what somebody did to an account. */
export const undoKinds = ['revert-email', 'revert-login', 'cancel-deletion', 'keep-devices'] as const

/**
 * A link whose only secret is its 256-bit token, in the fragment: it reaches no server's log and no referrer. Older device links end.
 *
 * @param tx the transaction of the change that the link takes back, so that none happens without its link
 */
export async function newLink(
  accounts: Accounts,
  wanted:
    | { readonly kind: 'device' | 'unlock'; readonly challenge: Challenge }
    | {
        readonly kind: (typeof undoKinds)[number]
        readonly userId: string
        readonly email: string
        readonly newEmail?: string
        readonly before?: readonly LoginRecord[]
        readonly expiresAt: number
        readonly caller: Omit<Caller, 'ip'> & { readonly origin: string; readonly projectId: string }
      },
  tx: Sql = accounts.db,
): Promise<string> {
  const token = newToken()
  const now = accounts.now()
  const of = 'challenge' in wanted ? wanted.challenge : wanted.caller
  if ('challenge' in wanted)
    await tx
      .update(authLinks)
      .set({ usedAt: now })
      .where(and(eq(authLinks.challengeId, wanted.challenge.id), isNull(authLinks.usedAt)))
  await tx.insert(authLinks).values({
    hash: hashOf(token),
    kind: wanted.kind,
    challengeId: 'challenge' in wanted ? wanted.challenge.id : null,
    userId: 'challenge' in wanted ? null : wanted.userId,
    email: 'challenge' in wanted ? wanted.challenge.email : wanted.email,
    newEmail: 'challenge' in wanted ? null : (wanted.newEmail ?? null),
    before: 'challenge' in wanted ? null : (wanted.before ?? null),
    origin: of.origin,
    projectId: of.projectId,
    browser: of.browser,
    network: of.network,
    createdAt: now,
    expiresAt: 'challenge' in wanted ? (wanted.kind === 'unlock' ? now + unlockLife : wanted.challenge.expiresAt) : wanted.expiresAt,
  })
  return token
}

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
    ...(await changesOf(accounts, link)),
  }
}

/** Spends a link; only one of many clicks does. */
async function spendLink(accounts: Accounts, link: Link, tx: Sql = accounts.db): Promise<void> {
  const [spent] = await tx
    .update(authLinks)
    .set({ usedAt: accounts.now() })
    .where(and(eq(authLinks.hash, link.hash), isNull(authLinks.usedAt)))
    .returning({ hash: authLinks.hash })
  if (!spent) throw new AccountError('link_gone')
}

async function auditByEmail(accounts: Accounts, link: Link, event: string, outcome: 'ok' | 'refused', caller: Caller): Promise<void> {
  const identity = await findIdentity(accounts.db, await inRealm(accounts, link.projectId, emailIdentity(link.email)))
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
  if (link.kind === 'unlock') {
    // First what it is for: a failure in between must not use the link up.
    await forgetFailures(accounts, link.email)
    await spendLink(accounts, link)
    await auditByEmail(accounts, link, 'address-unlocked', 'ok', caller)
    return
  }
  await undoChange(accounts, caller, { ...link, kind: link.kind }, (tx) => spendLink(accounts, link, tx))
}

/**
 * "It wasn't me", on the page of a new device: ends that sign-in. No other link can be denied: they are what the owner of an account has
 * left, and the same words there mean that the change is to be undone.
 *
 * @throws AccountError `invalid_request` for any other link, which stays as it is
 */
export async function denyLink(accounts: Accounts, caller: Caller, token: string): Promise<void> {
  const link = await find(accounts, token)
  if (link.kind !== 'device') throw new AccountError('invalid_request')
  await spendLink(accounts, link)
  await accounts.db
    .update(authChallenges)
    .set({ device: 'denied' })
    .where(and(eq(authChallenges.id, link.challengeId ?? ''), eq(authChallenges.device, 'waiting')))
  await auditByEmail(accounts, link, 'device-verified', 'refused', caller)
}

export async function forgetLinks(accounts: Accounts): Promise<void> {
  await accounts.db.delete(authLinks).where(lt(authLinks.expiresAt, accounts.now() - day))
}
