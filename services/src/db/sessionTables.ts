import { bigint, index, integer, numeric, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Permissions to spend that accounts told of. What holds is on their chains; addresses are in lower case. */
export const spendingPermissions = pgTable(
  'spending_permissions',
  {
    /** UUID. */
    pci: text('pci').primaryKey(),
    /** CAIP-2. */
    chain: text('chain').notNull(),
    account: text('account').notNull(),
    /** The permission's contract. */
    context: text('context').notNull(),
    projectId: text('project_id').notNull(),
    origin: text('origin').notNull(),
    spender: text('spender').notNull(),
    /** Null: the network's own coin. */
    token: text('token'),
    amount: numeric('amount', { precision: 78, scale: 0 }).notNull(),
    /** Seconds; null: the amount is for all time. */
    period: integer('period'),
    /** Seconds since 1970. */
    expiry: bigint('expiry', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('spending_permissions_context').on(table.chain, table.context),
    index('spending_permissions_account').on(table.chain, table.account, table.createdAt),
  ],
)
