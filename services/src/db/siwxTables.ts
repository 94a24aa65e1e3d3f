import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' })

/** The secret that the keys for sign-in are derived from, base64url. `wrapped`: by the KMS. */
export const siwxKeys = pgTable('siwx_keys', {
  id: text('id').primaryKey(),
  secret: text('secret').notNull(),
  wrapped: boolean('wrapped').notNull(),
  createdAt: time('created_at').notNull(),
})

/** Nonces that were used, until they would have expired. */
export const siwxNonces = pgTable(
  'siwx_nonces',
  { nonce: text('nonce').primaryKey(), expiresAt: time('expires_at').notNull() },
  (table) => [index('siwx_nonces_expires_at').on(table.expiresAt)],
)

/** Who is signed in: an account on a network, for one page of a project. */
export const siwxSessions = pgTable(
  'siwx_sessions',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id').notNull(),
    /** Of the page. */
    origin: text('origin').notNull(),
    /** CAIP-2. */
    networkId: text('network_id').notNull(),
    address: text('address').notNull(),
    uri: text('uri').notNull(),
    message: text('message').notNull(),
    signature: text('signature').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Signed out. */
    endedAt: time('ended_at'),
  },
  (table) => [index('siwx_sessions_expires_at').on(table.expiresAt)],
)
