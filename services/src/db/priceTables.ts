import { index, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
/** A chain by its CAIP-2 id, and on it a token's address as the chain's family writes it, or `native`. */
const token = { chain: text('chain').notNull(), token: text('token').notNull() }

/** Tokens whose prices are kept, because somebody was shown them lately. */
export const priceTokens = pgTable('price_tokens', { ...token, askedAt: moment('asked_at').notNull() }, (table) => [
  primaryKey({ columns: [table.chain, table.token] }),
])

/** What tokens cost at some moments of the last day. */
export const pricePoints = pgTable(
  'price_points',
  {
    ...token,
    at: moment('at').notNull(),
    /** US dollars of one whole token, times 10^18. */
    price: numeric('price', { precision: 78, scale: 0, mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.at, table.token] }), index('price_points_at').on(table.at)],
)
