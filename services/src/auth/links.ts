import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts, Caller, Sql } from '../accounts/accountsContext.js'
import { day } from '../accounts/limits.js'
import { hashOf, newToken } from '../accounts/secrets.js'
import { authLinks, type LoginRecord } from '../db/accountTables.js'
import type { Challenge } from './email/challenges.js'

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
        /** When that was done which the link takes back. All links of one change have the same. */
        readonly at: number
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
    createdAt: 'challenge' in wanted ? now : wanted.at,
    expiresAt: 'challenge' in wanted ? (wanted.kind === 'unlock' ? now + unlockLife : wanted.challenge.expiresAt) : wanted.expiresAt,
  })
  return token
}

/** A link that was not used and is not over. @throws AccountError `link_gone` */
export async function findLink(accounts: Accounts, token: string): Promise<Link> {
  const [link] = await accounts.db
    .select()
    .from(authLinks)
    .where(and(eq(authLinks.hash, hashOf(token)), isNull(authLinks.usedAt), gt(authLinks.expiresAt, accounts.now())))
  if (!link) throw new AccountError('link_gone')
  return link
}

/** Spends a link; only one of many clicks does. */
export async function spendLink(accounts: Accounts, link: Link, tx: Sql = accounts.db): Promise<void> {
  const [spent] = await tx
    .update(authLinks)
    .set({ usedAt: accounts.now() })
    .where(and(eq(authLinks.hash, link.hash), isNull(authLinks.usedAt)))
    .returning({ hash: authLinks.hash })
  if (!spent) throw new AccountError('link_gone')
}

export async function forgetLinks(accounts: Accounts): Promise<void> {
  await accounts.db.delete(authLinks).where(lt(authLinks.expiresAt, accounts.now() - day))
}
