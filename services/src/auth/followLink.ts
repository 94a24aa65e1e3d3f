import type { LinkFacts } from '@latchkey/protocol/schemas/account'
import { and, eq, gt } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, Caller } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { samePlace } from '../accounts/caller.js'
import { emailIdentity } from '../accounts/identity.js'
import { inRealm } from '../accounts/realm.js'
import { findIdentity } from '../accounts/users.js'
import { authChallenges } from '../db/accountTables.js'
import { type Challenge, forgetFailures, sendCode } from './email/challenges.js'
import { findLink, type Link, spendLink } from './links.js'
import { changesOf, undoChange } from './undo.js'

async function challengeOf(accounts: Accounts, link: Link): Promise<Challenge> {
  const [row] = await accounts.db
    .select()
    .from(authChallenges)
    .where(and(eq(authChallenges.id, link.challengeId ?? ''), gt(authChallenges.expiresAt, accounts.now())))
  if (!row || (link.kind === 'device' && row.device !== 'waiting')) throw new AccountError('link_gone')
  return row
}

/**
 * Whether a new device's link is followed somewhere else than the sign-in was started. Whoever had somebody sign in for them on a forged page sits
 * there, and shows them the number; so both have to be in one place, as a provider's window and the page that opened it.
 */
const isElsewhere = (link: Link, caller: Caller): boolean => link.kind === 'device' && !samePlace(link, caller)

/** What the first-party page shows. Changes nothing: mail scanners open links. */
export async function inspectLink(accounts: Accounts, caller: Caller, token: string): Promise<LinkFacts> {
  const link = await findLink(accounts, token)
  const elsewhere = isElsewhere(link, caller)
  const project = link.projectId === null ? null : await accounts.projects.get(link.projectId)
  return {
    kind: link.kind,
    origin: link.origin,
    projectName: project?.name ?? null,
    browser: link.browser,
    network: link.network,
    at: new Date(link.createdAt).toISOString(),
    expiresIn: Math.floor((link.expiresAt - accounts.now()) / 1_000),
    elsewhere,
    numbers: link.kind === 'device' && !elsewhere ? (await challengeOf(accounts, link)).numbers : [],
    email: link.email,
    ...(await changesOf(accounts, link)),
  }
}

async function auditByEmail(accounts: Accounts, link: Link, event: string, outcome: 'ok' | 'refused', caller: Caller): Promise<void> {
  const identity = await findIdentity(accounts.db, await inRealm(accounts, link.projectId, emailIdentity(link.email)))
  if (!identity) return
  const origin = link.origin === null ? {} : { origin: link.origin }
  await audit(accounts, { event, outcome, userId: identity.userId, network: caller.network, ...origin })
}

async function decideDevice(accounts: Accounts, link: Link, caller: Caller, number: string | undefined): Promise<void> {
  const challenge = await challengeOf(accounts, link)
  // Its user may open the same link where they signed in.
  if (isElsewhere(link, caller)) throw new AccountError('flow_elsewhere')
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
  if (device === 'approved') await sendCode(accounts, decided)
  accounts.decisions.tell(challenge.id)
  if (device === 'wrong') throw new AccountError('device_number_wrong')
}

/**
 * Does what the link is for. Needs the user's own press of a button, by POST.
 *
 * @throws AccountError `flow_elsewhere` for a new device in another place than its sign-in; the link stays as it is
 * @param number the one that the starting screen shows; a wrong one ends the sign-in, so nobody can try all three
 */
export async function approveLink(
  accounts: Accounts,
  caller: Caller,
  input: { readonly token: string; readonly number?: string },
): Promise<void> {
  const link = await findLink(accounts, input.token)
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
  const link = await findLink(accounts, token)
  if (link.kind !== 'device') throw new AccountError('invalid_request')
  await spendLink(accounts, link)
  await accounts.db
    .update(authChallenges)
    .set({ device: 'denied' })
    .where(and(eq(authChallenges.id, link.challengeId ?? ''), eq(authChallenges.device, 'waiting')))
  if (link.challengeId) accounts.decisions.tell(link.challengeId)
  await auditByEmail(accounts, link, 'device-verified', 'refused', caller)
}
