import type { AccountUser } from '@latchkey/protocol/schemas/account'
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { authIdentities, authLinks, authUsers, type LoginRecord } from '../db/accountTables.js'
import { AccountError } from './accountError.js'
import type { Accounts, Sql } from './accountsContext.js'
import { emailIssuer, type Identity } from './identity.js'
import { issuerOf } from './realm.js'
import { newId } from './secrets.js'

export async function findIdentity(db: Sql, { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) {
  const [row] = await db
    .select()
    .from(authIdentities)
    .where(and(eq(authIdentities.issuer, issuer), eq(authIdentities.subject, subject)))
  return row
}

export const identitiesOf = (db: Sql, userId: string) =>
  db.select().from(authIdentities).where(eq(authIdentities.userId, userId)).orderBy(authIdentities.createdAt)

/** The login address of an account, or null. */
export async function emailOf(db: Sql, userId: string): Promise<string | null> {
  return (await identitiesOf(db, userId)).find((identity) => identity.kind === 'email')?.subject ?? null
}

/** Ways to sign in as a link keeps them, to bring them back. */
export const loginsOf = async (db: Sql, userId: string): Promise<LoginRecord[]> =>
  (await identitiesOf(db, userId)).map(({ kind, issuer, subject, label, contact, createdAt }) => ({
    kind,
    issuer,
    subject,
    label,
    contact,
    createdAt,
  }))

const living = (now: number) => and(isNotNull(authLinks.before), isNull(authLinks.usedAt), gt(authLinks.expiresAt, now))

/**
 * While a change can be undone, the login that was taken away is nobody else's: whoever has it could otherwise sign in anew with it, and
 * with that take the way back from themselves.
 *
 * @param userId of the account that may have it back
 * @throws AccountError `email_changed`, `login_removed`
 */
export async function requireUnreserved(
  { db, now }: Pick<Accounts, 'db' | 'now'>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  userId = '',
): Promise<void> {
  const holds = sql`${authLinks.before} @> ${JSON.stringify([{ issuer, subject }])}::jsonb`
  const [link] = await db
    .select({ hash: authLinks.hash })
    .from(authLinks)
    .where(and(living(now()), ne(authLinks.userId, userId), holds))
    .limit(1)
  if (link) throw new AccountError(issuerOf(issuer) === emailIssuer ? 'email_changed' : 'login_removed')
}

/** Every address that may be told about the account: those that lost it lately too, as long as they may have it back. */
export async function contactsOf({ db, now }: Pick<Accounts, 'db' | 'now'>, userId: string): Promise<string[]> {
  const present = (await identitiesOf(db, userId)).flatMap(({ contact }) => (contact === null ? [] : [contact]))
  const links = await db
    .select({ email: authLinks.email })
    .from(authLinks)
    .where(and(living(now()), eq(authLinks.userId, userId)))
  return [...new Set([...present, ...links.map(({ email }) => email)])]
}

/**
 * The account of an identity, made when there is none. Two devices that sign in for the first time at once get the same one.
 */
export async function findOrCreateUser(
  accounts: Accounts,
  identity: Identity,
): Promise<{ readonly userId: string; readonly isNew: boolean }> {
  const found = await findIdentity(accounts.db, identity)
  if (found) {
    if (found.label !== identity.label || found.contact !== identity.contact)
      await accounts.db
        .update(authIdentities)
        .set({ label: identity.label, contact: identity.contact })
        .where(eq(authIdentities.id, found.id))
    return { userId: found.userId, isNew: false }
  }
  await requireUnreserved(accounts, identity)
  const userId = newId()
  const createdAt = accounts.now()
  const won = await accounts.db.transaction(async (tx) => {
    await tx.insert(authUsers).values({ id: userId, createdAt })
    const [row] = await tx
      .insert(authIdentities)
      .values({ ...identity, id: newId(), userId, createdAt })
      .onConflictDoNothing()
      .returning()
    if (!row) await tx.delete(authUsers).where(eq(authUsers.id, userId))
    return row !== undefined
  })
  if (won) return { userId, isNew: true }
  const winner = await findIdentity(accounts.db, identity)
  if (!winner) throw new AccountError('unavailable')
  return { userId: winner.userId, isNew: false }
}

/** An account as its user sees it. @throws AccountError `invalid_token` when it is destroyed */
export async function accountUser(db: Sql, userId: string): Promise<AccountUser> {
  const [user] = await db.select().from(authUsers).where(eq(authUsers.id, userId))
  if (!user) throw new AccountError('invalid_token')
  const identities = await identitiesOf(db, userId)
  const email = identities.find((identity) => identity.kind === 'email')
  const social = identities.find((identity) => identity.kind !== 'email')
  return {
    id: userId,
    email: email?.subject ?? null,
    ...(social ? { userName: social.label.slice(0, 128) } : {}),
    identities: identities.map(({ id, kind, label }) => ({ id, kind: kind as Identity['kind'], label })),
    deleteAt: user.deleteAt === null ? null : new Date(user.deleteAt).toISOString(),
  }
}
