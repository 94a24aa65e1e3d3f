import { bigint, bigserial, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

/** Messages that wait in a topic's mailbox. Envelopes are sealed by the two ends: nothing in here can be read by the operator. */
export const relayMessages = pgTable(
  'relay_messages',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    topic: text('topic').notNull(),
    hash: text('hash').notNull(),
    message: text('message').notNull(),
    tag: integer('tag').notNull(),
    publisher: text('publisher').notNull(),
    attestation: text('attestation'),
    publishedAt: bigint('published_at', { mode: 'number' }).notNull(),
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
    /** Somebody other than the sender has asked for it, or for another message of its topic. */
    wanted: boolean('wanted').notNull().default(true),
  },
  (table) => [uniqueIndex('relay_messages_topic_hash').on(table.topic, table.hash), index('relay_messages_expires_at').on(table.expiresAt)],
)

/** Which client has acknowledged which message. */
export const relayReceipts = pgTable(
  'relay_receipts',
  {
    seq: bigint('seq', { mode: 'number' })
      .notNull()
      .references(() => relayMessages.seq, { onDelete: 'cascade' }),
    clientId: text('client_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seq, table.clientId] })],
)
