import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' })

/** Keys of the accounts service, each wrapped by the KMS. Replicas share them through this table. */
export const authKeys = pgTable('auth_keys', {
  id: text('id').primaryKey(),
  wrapped: text('wrapped').notNull(),
  createdAt: time('created_at').notNull(),
})

export const authUsers = pgTable('auth_users', {
  id: text('id').primaryKey(),
  createdAt: time('created_at').notNull(),
  /** The account is destroyed then, unless somebody signs in before. */
  deleteAt: time('delete_at'),
  /** After a change of the address the operator-held share is not released until then. */
  assistBlockedUntil: time('assist_blocked_until'),
})

/** A way to sign in, as it is kept to be brought back. */
export type LoginRecord = {
  readonly kind: string
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly contact: string | null
  readonly createdAt: number
}

/** Ways to sign in. Only (issuer, subject) decides; `label` and `contact` are for eyes and notices. */
export const authIdentities = pgTable(
  'auth_identities',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    label: text('label').notNull(),
    /** An address that the provider says it has verified. */
    contact: text('contact'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [uniqueIndex('auth_identities_subject').on(table.issuer, table.subject), index('auth_identities_user').on(table.userId)],
)

/** A device is a key: the thumbprint that signs its proofs. Listed once it has signed in. */
export const authDevices = pgTable(
  'auth_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    jkt: text('jkt').notNull(),
    createdAt: time('created_at').notNull(),
    quarantineUntil: time('quarantine_until'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jkt] })],
)

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    origin: text('origin').notNull(),
    provider: text('provider').notNull(),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    createdAt: time('created_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    stepUpUntil: time('step_up_until').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
)

/** Every refresh token of a living session, spent ones too: a spent one that comes back ends the session. */
export const authRefreshTokens = pgTable('auth_refresh_tokens', {
  hash: text('hash').primaryKey(),
  sessionId: text('session_id')
    .notNull()
    .references(() => authSessions.id, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

/** Proofs that were seen (RFC 9449, `jti`). */
export const authProofs = pgTable('auth_proofs', { hash: text('hash').primaryKey(), expiresAt: time('expires_at').notNull() }, (table) => [
  index('auth_proofs_expires_at').on(table.expiresAt),
])

/** A limit of n events within a window: the times of those that were allowed. */
export const authLimits = pgTable(
  'auth_limits',
  { key: text('key').primaryKey(), hits: bigint('hits', { mode: 'number' }).array().notNull(), expiresAt: time('expires_at').notNull() },
  (table) => [index('auth_limits_expires_at').on(table.expiresAt)],
)

/** Wrong codes in a row, per address. `lastAt`: of the newest; of rows older than the column, when that was added. */
export const authFailures = pgTable(
  'auth_failures',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    lastAt: time('last_at').notNull().default(sql`(extract(epoch from now()) * 1000)::bigint`),
  },
  (table) => [index('auth_failures_last_at').on(table.lastAt)],
)

/** One code by mail and what it is bound to. */
export const authChallenges = pgTable(
  'auth_challenges',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', { enum: ['sign-in', 'step-up', 'email-primary', 'email-secondary'] }).notNull(),
    /** Where the code goes. */
    email: text('email').notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    origin: text('origin').notNull(),
    sessionId: text('session_id'),
    /** `email-primary` only: where the second code will go. */
    newEmail: text('new_email'),
    /** Null until a code was sent. */
    codeHash: text('code_hash'),
    codeExpiresAt: time('code_expires_at'),
    attemptsLeft: integer('attempts_left').notNull(),
    usedAt: time('used_at'),
    /** `none`: no device step. */
    device: text('device', { enum: ['none', 'waiting', 'approved', 'denied', 'wrong'] }).notNull(),
    number: text('number').notNull(),
    numbers: text('numbers').array().notNull(),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('auth_challenges_expires_at').on(table.expiresAt)],
)

/** Links in mails, by the hash of their token. */
export const authLinks = pgTable(
  'auth_links',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind', { enum: ['device', 'unlock', 'revert-email', 'revert-login', 'cancel-deletion', 'keep-devices'] }).notNull(),
    challengeId: text('challenge_id'),
    userId: text('user_id'),
    email: text('email').notNull(),
    /** `revert-email`: the address that replaced this one. */
    newEmail: text('new_email'),
    /** `revert-email` and `revert-login`: the ways to sign in that there were, which the link brings back. */
    before: jsonb('before').$type<readonly LoginRecord[]>(),
    origin: text('origin'),
    projectId: text('project_id'),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('auth_links_challenge').on(table.challengeId), index('auth_links_user').on(table.userId)],
)

/** A sign-in that goes through somebody else: a provider, or Farcaster. */
export const authFlows = pgTable(
  'auth_flows',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    purpose: text('purpose', { enum: ['sign-in', 'step-up', 'link'] }).notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    origin: text('origin').notNull(),
    sessionId: text('session_id'),
    stateHash: text('state_hash'),
    /** Sealed: PKCE verifier and nonce, or the relay's channel. */
    sealed: text('sealed').notNull(),
    status: text('status', { enum: ['started', 'exchanging', 'arrived', 'ready', 'redeemed', 'denied', 'failed'] }).notNull(),
    /** Who the provider says it is, from `arrived` on. */
    identity: jsonb('identity').$type<{ issuer: string; subject: string; label: string; contact: string | null }>(),
    ticketHash: text('ticket_hash'),
    number: text('number').notNull(),
    numbers: text('numbers').array().notNull(),
    browser: text('browser').notNull(),
    network: text('network').notNull(),
    /** The answer came from another network or another browser than the start: only the window that was opened itself may hand it over. */
    elsewhere: boolean('elsewhere').notNull().default(false),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [uniqueIndex('auth_flows_state').on(table.stateHash), index('auth_flows_expires_at').on(table.expiresAt)],
)

/** Answers of calls that take effect once, for callers who repeat a call because its answer was lost. */
export const authAnswers = pgTable(
  'auth_answers',
  {
    hash: text('hash').primaryKey(),
    /** Encrypted under the call's id, which is not stored. Null until there is an answer. */
    sealed: text('sealed'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('auth_answers_expires_at').on(table.expiresAt)],
)

/** Append-only, each entry chained to the one before by its hash. A trigger refuses changes. */
export const authAudit = pgTable(
  'auth_audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull(),
    /** A keyed hash of the user's id: stays when the user is gone. */
    subject: text('subject').notNull(),
    jkt: text('jkt'),
    origin: text('origin'),
    network: text('network'),
    event: text('event').notNull(),
    outcome: text('outcome').notNull(),
    meta: jsonb('meta').$type<Readonly<Record<string, string>>>().notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('auth_audit_subject').on(table.subject, table.id)],
)
