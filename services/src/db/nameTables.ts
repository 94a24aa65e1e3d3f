import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** Coin types (ENSIP-9, ENSIP-11) need 32 bits without a sign. */
const coinType = () => bigint('coin_type', { mode: 'number' }).notNull()
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Names that were registered here. EVM addresses are in lower case. */
export const accountNames = pgTable(
  'account_names',
  {
    /** With its zone, normalised (ENSIP-15). */
    name: text('name').primaryKey(),
    /** The same for names that look the same: two of them are never registered. */
    skeleton: text('skeleton').notNull(),
    /** Who may change it. */
    owner: text('owner').notNull(),
    /** Of the chain on which signatures of a contract that owns it are checked. */
    coinType: coinType(),
    attributes: jsonb('attributes').$type<Readonly<Record<string, string>>>().notNull(),
    registeredAt: moment('registered_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('account_names_skeleton').on(table.skeleton), index('account_names_owner').on(table.owner)],
)

/** What names stand for, by coin type. */
export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text('name')
      .notNull()
      .references(() => accountNames.name, { onDelete: 'cascade' }),
    coinType: coinType(),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.coinType] })],
)

/** Signed messages that did their work: each does it once. */
export const nameMessages = pgTable(
  'name_messages',
  {
    /** SHA-256 of who signed and what, base64url. */
    hash: text('hash').primaryKey(),
    /** From then on its timestamp is too old anyway. */
    until: moment('until').notNull(),
  },
  (table) => [index('name_messages_until').on(table.until)],
)
