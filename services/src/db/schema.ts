/* The database: every table, how it is opened (PGlite in a folder, or PostgreSQL), and what to do when it does not answer. */

export * from './accountTables.js'
export * from './analyticsTables.js'
export * from './indexerTables.js'
export * from './nameTables.js'
export * from './onrampTables.js'
export * from './priceTables.js'
export * from './relayTables.js'
export * from './sessionTables.js'
export * from './siwxTables.js'
export * from './vaultTables.js'

import { boolean, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** One entry of `GET /appkit/v1/config`. `config: null` lets the page's own options apply. */
export type Feature = { readonly id: string; readonly isEnabled: boolean; readonly config: string[] | null }

/** A customer of this installation: who may embed the dialog, and what it offers there. */
export const projects = pgTable('projects', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  enabled: boolean('enabled').notNull().default(true),
  mode: text('mode', { enum: ['development', 'production'] })
    .notNull()
    .default('production'),
  origins: text('origins').array().notNull(),
  ancestors: text('ancestors').array().notNull(),
  rpcOrigins: text('rpc_origins').array().notNull(),
  fontOrigins: text('font_origins').array().notNull().default([]),
  features: jsonb('features').$type<readonly Feature[]>(),
  networks: text('networks').array(),
  defaultNetwork: text('default_network'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export type ProjectRow = typeof projects.$inferSelect
