import type { AccountSession } from '@latchkey/protocol/schemas/account'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { authDevices, authIdentities, authRefreshTokens, authSessions, authUsers } from '../db/accountTables.js'
import { vaultWallets } from '../db/vaultTables.js'
import { signAccess } from './accessToken.js'
import { AccountError } from './accountError.js'
import type { Accounts, DeviceCaller, SessionCaller, Sql } from './accountsContext.js'
import { audit } from './audit.js'
import type { Identity } from './identity.js'
import { inRealm } from './realm.js'
import { hashOf, newId, newToken } from './secrets.js'
import { accountUser, findOrCreateUser } from './users.js'

const iso = (at: number) => new Date(at).toISOString()
type SessionRow = typeof authSessions.$inferSelect

async function hasWallet(accounts: Accounts, userId: string): Promise<boolean> {
  const rows = await accounts.db
    .select({ id: vaultWallets.id })
    .from(vaultWallets)
    .where(and(eq(vaultWallets.userId, userId), eq(vaultWallets.state, 'active')))
  return rows.length > 0
}

/** Whether this device has signed in to this account before. */
export async function knownDevice(accounts: Accounts, userId: string, jkt: string) {
  const [row] = await accounts.db
    .select()
    .from(authDevices)
    .where(and(eq(authDevices.userId, userId), eq(authDevices.jkt, jkt)))
  return row
}

/** Whether this device has signed in with this identity. One question to the database for every address, whether it has an account or not. */
export async function knowsDevice(
  accounts: Accounts,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  jkt: string,
): Promise<boolean> {
  const rows = await accounts.db
    .select({ jkt: authDevices.jkt })
    .from(authDevices)
    .innerJoin(authIdentities, eq(authIdentities.userId, authDevices.userId))
    .where(and(eq(authIdentities.issuer, issuer), eq(authIdentities.subject, subject), eq(authDevices.jkt, jkt)))
  return rows.length > 0
}

/** The tokens of a session: a new access token and a new refresh token. */
async function issue(accounts: Accounts, row: SessionRow): Promise<AccountSession> {
  const { config, db } = accounts
  const now = accounts.now()
  const refreshToken = newToken()
  const refreshUntil = Math.min(now + config.sessions.idle * 1_000, row.expiresAt)
  await db.insert(authRefreshTokens).values({ hash: hashOf(refreshToken), sessionId: row.id, expiresAt: refreshUntil })
  const device = await knownDevice(accounts, row.userId, row.jkt)
  const quarantine = device?.quarantineUntil ?? 0
  return {
    accessToken: await signAccess(accounts, { ...row, sessionId: row.id }),
    tokenType: 'DPoP',
    expiresIn: config.sessions.access,
    refreshToken,
    refreshExpiresIn: Math.floor((refreshUntil - now) / 1_000),
    sessionId: row.id,
    provider: row.provider as Identity['kind'],
    user: await accountUser(db, row.userId),
    stepUpUntil: row.stepUpUntil > now ? iso(row.stepUpUntil) : null,
    quarantineUntil: quarantine > now ? iso(quarantine) : null,
    hasWallet: await hasWallet(accounts, row.userId),
  }
}

/**
 * Signs a proven identity in on a device. A device that is new to an account with a wallet is put in quarantine; a sign-in also keeps an
 * account that was waiting to be deleted.
 */
export async function signIn(
  accounts: Accounts,
  caller: DeviceCaller & { readonly projectId: string; readonly origin: string },
  identity: Identity,
): Promise<AccountSession> {
  const { db, config } = accounts
  const now = accounts.now()
  const { userId, isNew } = await findOrCreateUser(accounts, await inRealm(accounts, caller.projectId, identity))
  const quarantined = !isNew && (await hasWallet(accounts, userId))
  await db
    .insert(authDevices)
    .values({
      userId,
      jkt: caller.jkt,
      createdAt: now,
      quarantineUntil: quarantined ? now + config.vault.quarantineHours * 3_600_000 : null,
    })
    .onConflictDoNothing()
  await db.update(authUsers).set({ deleteAt: null }).where(eq(authUsers.id, userId))
  const row: SessionRow = {
    id: newId(),
    userId,
    jkt: caller.jkt,
    projectId: caller.projectId,
    origin: caller.origin,
    provider: identity.kind,
    browser: caller.browser,
    network: caller.network,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + config.sessions.absolute * 1_000,
    stepUpUntil: now + config.sessions.stepUp * 1_000,
    revokedAt: null,
  }
  await db.insert(authSessions).values(row)
  await audit(accounts, { event: 'token-issued', userId, ...place(caller), meta: { provider: identity.kind } })
  return issue(accounts, row)
}

const place = ({ jkt, origin, network }: { jkt: string; origin: string; network: string }) => ({ jkt, origin, network })

/** The living session of an id, or null. */
async function living(accounts: Accounts, id: string): Promise<SessionRow | null> {
  const now = accounts.now()
  const [row] = await accounts.db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.id, id), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)))
  return row && row.lastSeenAt + accounts.config.sessions.idle * 1_000 > now ? row : null
}

/** Finds the living session of a refresh token without spending it. */
export async function peekRefresh(accounts: Accounts, refreshToken: string, jkt: string): Promise<SessionRow | null> {
  const [token] = await accounts.db
    .select()
    .from(authRefreshTokens)
    .where(eq(authRefreshTokens.hash, hashOf(refreshToken)))
  if (!token || token.usedAt !== null || token.expiresAt <= accounts.now()) return null
  const row = await living(accounts, token.sessionId)
  return row?.jkt === jkt ? row : null
}

/** Milliseconds in which a spent refresh token still counts for the same device: two tabs at once, or an answer that was lost on its way. */
const refreshGrace = 10_000

/**
 * Spends a refresh token for new tokens. One statement decides who spends it first; within {@link refreshGrace} of that the same device may
 * do it again, because a token is worth nothing without the device's key anyway (RFC 9700, section 4.14.2).
 *
 * @throws AccountError `token_reused` (the session is ended), `invalid_token`, `origin_not_allowed`
 */
export async function refresh(accounts: Accounts, caller: DeviceCaller, refreshToken: string): Promise<AccountSession> {
  const { db } = accounts
  const now = accounts.now()
  const hash = hashOf(refreshToken)
  const [token] = await db.select().from(authRefreshTokens).where(eq(authRefreshTokens.hash, hash))
  const row = token && (await living(accounts, token.sessionId))
  // A token that was stolen without its device's key is worth nothing, and does not let the thief end the session either.
  if (!token || !row || row.jkt !== caller.jkt) throw new AccountError('invalid_token')
  // Before the token is spent: a page that is allowed again later has lost nothing.
  await requireOrigin(accounts, row)
  // Spent together with the new one: a database that fails in between must not make a reuse of the device's next try.
  const issued = await db.transaction(async (tx) => {
    const within = { ...accounts, db: tx }
    const [spent] = await tx
      .update(authRefreshTokens)
      .set({ usedAt: now })
      .where(and(eq(authRefreshTokens.hash, hash), isNull(authRefreshTokens.usedAt), gt(authRefreshTokens.expiresAt, now)))
      .returning()
    if (!spent && !(await spentJustNow(within, hash))) return undefined
    const seen = { lastSeenAt: now, browser: caller.browser, network: caller.network }
    await tx.update(authSessions).set(seen).where(eq(authSessions.id, row.id))
    return issue(within, { ...row, ...seen })
  })
  if (issued) return issued
  if (token.expiresAt <= now) throw new AccountError('invalid_token')
  await revokeSession(accounts, row.userId, row.id)
  await audit(accounts, {
    event: 'token-reused',
    outcome: 'refused',
    userId: row.userId,
    jkt: caller.jkt,
    origin: row.origin,
    network: caller.network,
  })
  throw new AccountError('token_reused')
}

async function spentJustNow(accounts: Accounts, hash: string): Promise<boolean> {
  const now = accounts.now()
  const [row] = await accounts.db.select().from(authRefreshTokens).where(eq(authRefreshTokens.hash, hash))
  return row?.usedAt != null && row.usedAt + refreshGrace >= now && row.expiresAt > now
}

/** The page has to be allowed now, and not only when the session was made. */
export async function requireOrigin(accounts: Pick<Accounts, 'projects'>, { projectId, origin }: { projectId: string; origin: string }) {
  const project = await accounts.projects.get(projectId)
  if (!project) throw new AccountError('project_unknown')
  if (project.match(origin) === null) throw new AccountError('origin_not_allowed')
  return project
}

/**
 * The caller of a session's access token. Reads the session each time: what was revoked ends at once, on every replica.
 *
 * @throws AccountError `invalid_token`, `origin_not_allowed`
 */
export async function sessionCaller(accounts: Accounts, caller: DeviceCaller, sessionId: string): Promise<SessionCaller> {
  const row = await living(accounts, sessionId)
  if (!row || row.jkt !== caller.jkt) throw new AccountError('invalid_token')
  await requireOrigin(accounts, row)
  const device = await knownDevice(accounts, row.userId, row.jkt)
  const now = accounts.now()
  return {
    ...caller,
    userId: row.userId,
    sessionId: row.id,
    projectId: row.projectId,
    origin: row.origin,
    provider: row.provider,
    stepUpUntil: row.stepUpUntil,
    signedInAt: row.createdAt,
    quarantineUntil: device?.quarantineUntil && device.quarantineUntil > now ? device.quarantineUntil : null,
  }
}

/** @throws AccountError `step_up_required`, `quarantined` */
export function requirePower(accounts: Accounts, caller: SessionCaller): void {
  if (caller.quarantineUntil !== null) throw new AccountError('quarantined')
  if (caller.stepUpUntil <= accounts.now()) throw new AccountError('step_up_required')
}

/** Allows the session what needs a fresh proof of the user, for a few minutes. */
export async function stepUp(accounts: Accounts, caller: { sessionId: string; userId: string }): Promise<string> {
  const stepUpUntil = accounts.now() + accounts.config.sessions.stepUp * 1_000
  await accounts.db.update(authSessions).set({ stepUpUntil }).where(eq(authSessions.id, caller.sessionId))
  return iso(stepUpUntil)
}

/** Tokens for the session after a step-up or a link through a provider. */
export async function reissue(accounts: Accounts, sessionId: string): Promise<AccountSession> {
  const row = await living(accounts, sessionId)
  if (!row) throw new AccountError('invalid_token')
  return issue(accounts, row)
}

/** Ends one session of an account. @returns the device that had it; undefined when there was none */
export async function revokeSession(accounts: Accounts, userId: string, id: string): Promise<string | undefined> {
  const rows = await accounts.db
    .update(authSessions)
    .set({ revokedAt: accounts.now() })
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId), isNull(authSessions.revokedAt)))
    .returning({ jkt: authSessions.jkt })
  return rows[0]?.jkt
}

/** A device that somebody else may have counts as unknown from now on: it has to be confirmed again, and is in quarantine again. */
export async function forgetDevice({ db }: Accounts, userId: string, jkt: string): Promise<void> {
  await db.delete(authDevices).where(and(eq(authDevices.userId, userId), eq(authDevices.jkt, jkt)))
}

/** Ends every session of an account, and forgets its devices: each has to be confirmed again. */
export async function revokeEverything(accounts: Accounts, userId: string, tx: Sql = accounts.db): Promise<void> {
  await tx
    .update(authSessions)
    .set({ revokedAt: accounts.now() })
    .where(and(eq(authSessions.userId, userId), isNull(authSessions.revokedAt)))
  await tx.delete(authDevices).where(eq(authDevices.userId, userId))
}

/** The living sessions of an account, the newest first. */
export async function listSessions(accounts: Accounts, caller: SessionCaller) {
  const now = accounts.now()
  const rows = await accounts.db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, caller.userId), isNull(authSessions.revokedAt), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.lastSeenAt))
  return rows
    .filter((row) => row.lastSeenAt + accounts.config.sessions.idle * 1_000 > now)
    .map(({ id, jkt, browser, network, origin, createdAt, lastSeenAt }) => ({
      id,
      current: id === caller.sessionId,
      jkt,
      browser,
      network,
      origin,
      createdAt: iso(createdAt),
      lastSeenAt: iso(lastSeenAt),
    }))
}
