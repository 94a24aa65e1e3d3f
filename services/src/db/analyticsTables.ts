import type { TrackedProperties } from '@latchkey/protocol'
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What dialogs reported, where the operator and the page both allow it. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    /** The dialog's: a report that comes twice is kept once. */
    id: uuid('id').primaryKey(),
    projectId: text('project_id').notNull(),
    /** When it came, by the server's clock. */
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** When it happened, by the visitor's clock. */
    happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
    type: text('type', { enum: ['track', 'error'] }).notNull(),
    event: text('event').notNull(),
    /** The page, without query and fragment. */
    url: text('url').notNull(),
    domain: text('domain').notNull(),
    address: text('address'),
    properties: jsonb('properties').$type<TrackedProperties>(),
    sdkVersion: text('sdk_version'),
  },
  (table) => [
    index('analytics_events_project').on(table.projectId, table.receivedAt),
    index('analytics_events_received').on(table.receivedAt),
    index('analytics_events_address').on(table.address),
  ],
)
