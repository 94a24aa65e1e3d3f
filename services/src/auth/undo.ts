import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, Caller, Sql } from '../accounts/accountsContext.js'
import { audit } from '../accounts/audit.js'
import { factsOf, mailFrame, notify } from '../accounts/notify.js'
import { issuerOf } from '../accounts/realm.js'
import { newId } from '../accounts/secrets.js'
import { revokeEverything } from '../accounts/sessions.js'
import { identitiesOf } from '../accounts/users.js'
import { authChallenges, authFlows, authIdentities, authLinks, authSessions, authUsers, type LoginRecord } from '../db/accountTables.js'
import { undoneMail } from '../mail/texts.js'
import { shredSlotsSince, spareSlotsSince } from '../vault/deviceSlots.js'
import { nameOf } from './changeLogins.js'
import { type Link, undoKinds } from './links.js'

type UndoLink = Omit<Link, 'kind'> & { readonly kind: (typeof undoKinds)[number] }

const sameLogin = (one: Pick<LoginRecord, 'issuer' | 'subject'>) => (other: Pick<LoginRecord, 'issuer' | 'subject'>) =>
  one.issuer === other.issuer && one.subject === other.subject

const events = {
  'revert-email': ['email-reverted', 'The change of your address was undone'],
  'revert-login': ['logins-reverted', 'The change of how you sign in was undone'],
  'cancel-deletion': ['deletion-cancelled', 'The deletion of your wallet was undone'],
  'keep-devices': ['shredding-cancelled', 'The key shares of your devices are kept'],
} as const

/** Ways to sign in as they were, and when that was. */
type Earlier = { readonly before: readonly LoginRecord[]; readonly since: number }

/**
 * What a link goes back to: the oldest state that any link of the account can still bring back. Whoever presses the newer of two mails undoes the
 * change of the older one, too, or what a thief added first would outlive what they did next.
 */
async function earlierOf(tx: Sql, userId: string, now: number, link: Pick<Link, 'createdAt'>): Promise<Earlier | null> {
  const [oldest] = await tx
    .select({ before: authLinks.before, since: authLinks.createdAt })
    .from(authLinks)
    .where(
      and(
        eq(authLinks.userId, userId),
        isNotNull(authLinks.before),
        isNull(authLinks.usedAt),
        gt(authLinks.expiresAt, now),
        lte(authLinks.createdAt, link.createdAt),
      ),
    )
    .orderBy(asc(authLinks.createdAt))
    .limit(1)
  return oldest?.before ? { before: oldest.before, since: oldest.since } : null
}

/** What going back changes about the ways to sign in as they are now. */
async function changesTo(tx: Sql, userId: string, before: readonly LoginRecord[]) {
  const present = await identitiesOf(tx, userId)
  const view = ({ kind, label }: Pick<LoginRecord, 'kind' | 'label'>) => ({ kind: kind as 'email', label })
  return {
    removes: present.filter((one) => !before.some(sameLogin(one))).map(view),
    restores: before.filter((one) => !present.some(sameLogin(one))).map(view),
  }
}

/** What a link would do to the ways to sign in, as they are now: its page shows exactly this. */
export async function changesOf(accounts: Accounts, link: Pick<Link, 'userId' | 'createdAt' | 'kind'>) {
  const isUndo = (undoKinds as readonly string[]).includes(link.kind)
  const earlier = isUndo && link.userId !== null ? await earlierOf(accounts.db, link.userId, accounts.now(), link) : null
  if (!earlier || link.userId === null) return { removes: [], restores: [] }
  return changesTo(accounts.db, link.userId, earlier.before)
}

/** The same in words, for the mails. */
const inWords = ({ removes, restores }: Awaited<ReturnType<typeof changesTo>>): string[] => [
  ...(removes.length > 0 ? [`Taken away again: ${removes.map(nameOf).join(', ')}.`] : []),
  ...(restores.length > 0 ? [`Back again: ${restores.map(nameOf).join(', ')}.`] : []),
]

/** Makes the ways to sign in what they were. @throws AccountError `identity_taken` when that would leave none */
async function restoreLogins(tx: Sql, userId: string, before: readonly LoginRecord[]): Promise<void> {
  const present = await identitiesOf(tx, userId)
  const gone = present.filter((one) => !before.some(sameLogin(one))).map(({ id }) => id)
  if (gone.length > 0) await tx.delete(authIdentities).where(inArray(authIdentities.id, gone))
  for (const login of before) {
    if (present.some(sameLogin(login))) continue
    await tx
      .insert(authIdentities)
      .values({ ...login, id: newId(), userId })
      .onConflictDoNothing()
  }
  if ((await identitiesOf(tx, userId)).length === 0) throw new AccountError('identity_taken')
}

/** What is on its way for the account: sign-ins and confirmations at providers, and codes. */
async function endTickets(
  tx: Sql,
  userId: string,
  logins: readonly Pick<LoginRecord, 'kind' | 'issuer' | 'subject'>[],
  now: number,
): Promise<void> {
  const sessions = tx.select({ id: authSessions.id }).from(authSessions).where(eq(authSessions.userId, userId))
  const theirs = logins.map(
    ({ issuer, subject }) => sql`${authFlows.identity} @> ${JSON.stringify({ issuer: issuerOf(issuer), subject })}::jsonb`,
  )
  await tx.delete(authFlows).where(or(inArray(authFlows.sessionId, sessions), ...theirs))
  const emails = logins.flatMap(({ kind, subject }) => (kind === 'email' ? [subject] : []))
  await tx
    .update(authChallenges)
    .set({ expiresAt: now })
    .where(or(inArray(authChallenges.sessionId, sessions), ...(emails.length > 0 ? [inArray(authChallenges.email, emails)] : [])))
}

/**
 * "It wasn't me: undo." Takes back what the link is about, everything that was done to the ways to sign in since, and what older links that still
 * count would take back, in one transaction, so that a failure leaves the link as it was. Nobody stays signed in, no device is known any more, nothing that was begun counts, and key
 * shares that devices got since are destroyed: whoever did it has nothing left to go on with.
 *
 * @param spend marks the link as used, within the transaction; throws when another click was first
 * @throws AccountError `link_gone` when the account is destroyed
 */
export async function undoChange(accounts: Accounts, caller: Caller, link: UndoLink, spend: (tx: Sql) => Promise<void>): Promise<void> {
  const { kind, createdAt } = link
  const userId = link.userId ?? ''
  const [event, sentence] = events[kind]
  const now = accounts.now()
  const changed = await accounts.db.transaction(async (tx) => {
    const [user] = await tx.select().from(authUsers).where(eq(authUsers.id, userId)).for('update')
    if (!user) throw new AccountError('link_gone')
    // Before this link is spent: it counts as well.
    const earlier = await earlierOf(tx, userId, now, link)
    await spend(tx)
    const { before, since } = earlier ?? { before: [], since: createdAt }
    const logins = [...(await identitiesOf(tx, userId)), ...before]
    const changes = earlier ? await changesTo(tx, userId, before) : null
    if (earlier) {
      await restoreLogins(tx, userId, before)
      // Links of later changes would bring back what has just been taken away.
      await tx
        .update(authLinks)
        .set({ usedAt: now })
        .where(and(eq(authLinks.userId, userId), gte(authLinks.createdAt, since), isNull(authLinks.usedAt)))
    }
    await tx
      .update(authUsers)
      .set({ deleteAt: null, ...(earlier ? { assistBlockedUntil: null } : {}) })
      .where(eq(authUsers.id, userId))
    await endTickets(tx, userId, logins, now)
    await revokeEverything(accounts, userId, tx)
    await spareSlotsSince(tx, userId, since)
    if (earlier) await shredSlotsSince(tx, userId, since)
    await audit(accounts, { event, userId, network: caller.network }, tx)
    return changes ? inWords(changes) : []
  })
  const facts = factsOf(accounts, caller)
  await notify(accounts, userId, (to) => undoneMail(to, mailFrame(accounts), sentence, changed, facts))
}
