/* What dialogs report of visits: what a report looks like, where it is kept, and when it is deleted. Nothing is kept unless the operator says so. */

import type { TrackedProperties } from '@latchkey/protocol'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../db/database.js'
import { isStorable } from '../db/isStorable.js'
import { analyticsEvents } from '../db/schema.js'

const day = 86_400_000
/** Milliseconds between two looks for reports that are too old. */
const sweepInterval = 3_600_000

/** The last millisecond of the year 9999: databases read later times as something else. */
const latest = 253_402_300_799_999

const text = (most: number) => z.string().max(most).refine(isStorable, { error: 'has characters that cannot be kept.' })
/** `null` stands for what is not known: it is left out. */
const property = z.union([text(512), z.number(), z.boolean(), z.null()])

/** Query and fragment may hold what concerns nobody: they are cut off. */
const pageUrl = z
  .string()
  .max(2_048)
  .transform((address, context) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (url && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`
    context.addIssue({ code: 'custom', message: 'must be the address of a page.' })
    return z.NEVER
  })

/** Unknown members are left out. Names of events are not on a list here: a dialog may be newer than its server. */
export const reportSchema = z.object({
  eventId: z.uuid(),
  url: pageUrl,
  domain: text(255),
  timestamp: z.number().int().min(0).max(latest),
  props: z.object({
    type: z.enum(['track', 'error']).default('track'),
    event: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, { error: 'must be the name of an event.' }),
    address: text(128).nullable().optional(),
    properties: z
      .record(text(64), property)
      .refine((value) => Object.keys(value).length <= 32, { error: 'may have at most 32 entries.' })
      .nullable()
      .optional(),
  }),
})

/** A report as it is kept. */
export type Report = z.infer<typeof reportSchema>

function known(properties: Report['props']['properties']): TrackedProperties | null {
  if (!properties) return null
  return Object.fromEntries(Object.entries(properties).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

export type Reports = {
  readonly enabled: boolean
  /** Keeps reports of a project. Does nothing where the operator keeps none. */
  readonly add: (projectId: string, reports: readonly Report[], sdkVersion: string | undefined) => Promise<void>
  /** Deletes what is too old. */
  readonly sweep: () => Promise<void>
  readonly close: () => void
}

/**
 * Opens the reports.
 *
 * @param settings the operator's
 * @param now milliseconds since the epoch
 * @param onError hears why old reports could not be deleted
 */
export function openReports(
  db: Database,
  settings: { readonly enabled: boolean; readonly retentionDays: number },
  onError: (error: unknown) => void,
  now: () => number = Date.now,
): Reports {
  const sweep = async () => {
    await db.delete(analyticsEvents).where(lt(analyticsEvents.receivedAt, new Date(now() - settings.retentionDays * day)))
  }
  // Also where reports are not kept any more: what is there still ends in time.
  const timer = setInterval(() => void sweep().catch(onError), sweepInterval).unref()
  return {
    enabled: settings.enabled,
    async add(projectId, reports, sdkVersion) {
      if (!settings.enabled || reports.length === 0) return
      const receivedAt = new Date(now())
      const rows = reports.map(({ eventId, url, domain, timestamp, props }) => ({
        id: eventId,
        projectId,
        receivedAt,
        happenedAt: new Date(timestamp),
        type: props.type,
        event: props.event,
        url,
        domain,
        address: props.address || null,
        properties: known(props.properties),
        sdkVersion: sdkVersion && isStorable(sdkVersion) ? sdkVersion.slice(0, 64) : null,
      }))
      await db.insert(analyticsEvents).values(rows).onConflictDoNothing()
    },
    sweep,
    close: () => clearInterval(timer),
  }
}
