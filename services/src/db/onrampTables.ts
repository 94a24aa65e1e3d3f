import { integer, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Where a purchase stands. `paying`: the payout is signed, and may be in the chain. */
export const orderStates = ['waiting', 'paying', 'sent', 'failed', 'cancelled'] as const

/** Purchases that the sandbox plays: what somebody agreed to, and the one transaction that pays it out. */
export const onrampOrders = pgTable('onramp_orders', {
  id: text('id').primaryKey(),
  projectId: text('project_id').notNull(),
  state: text('state', { enum: orderStates }).notNull(),
  /** CAIP-2. */
  chain: text('chain').notNull(),
  /** Of EVM chains in lower case. */
  address: text('address').notNull(),
  /** Contract or mint of the token; null for the native coin. */
  token: text('token'),
  symbol: text('symbol').notNull(),
  decimals: integer('decimals').notNull(),
  /** In the smallest unit. */
  amount: numeric('amount', { precision: 78, scale: 0 }).notNull(),
  /** A decimal number as text, and its currency: what is "paid". */
  payment: text('payment').notNull(),
  currency: text('currency').notNull(),
  method: text('method').notNull(),
  /** The payout: signed once, so that it cannot be paid twice. `nonce`: on Solana the last height of a block that takes it. */
  nonce: integer('nonce'),
  raw: text('raw'),
  hash: text('hash'),
  /** Why it failed. */
  reason: text('reason'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
