/* Projects: who may embed the dialog, from which origins, with which features. */

import { type OriginMatcher, originMatcher } from '@latchkey/protocol'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.js'
import { type ProjectRow, projects } from '../db/schema.js'

/** A project as the services use it: its row, and its allow-list compiled. */
export type Project = ProjectRow & { readonly match: OriginMatcher }

type ProjectSeed = Omit<ProjectRow, 'createdAt' | 'updatedAt'>

export type ProjectStore = {
  /** The project, or null when it is unknown or disabled. Rejects only when the database fails and nothing is remembered. */
  readonly get: (id: string) => Promise<Project | null>
  /** What is remembered and fresh; undefined when `get` has to ask. */
  readonly peek: (id: string) => Project | null | undefined
}

/** Milliseconds for which a project is remembered, and so the longest time until a change is seen. */
const remembered = 60_000
const idShape = /^[\w-]{1,64}$/

/** Writes the configured projects into the database. The configuration wins over what is there; other projects stay. */
export async function seedProjects(db: Database, seeds: readonly ProjectSeed[]): Promise<void> {
  for (const seed of seeds)
    await db
      .insert(projects)
      .values(seed)
      .onConflictDoUpdate({ target: projects.id, set: { ...seed, updatedAt: sql`now()` } })
}

/**
 * Reads projects through a cache. Which ids there are is remembered as a whole, so that ids which somebody invents cost no question to the
 * database. When it fails, what was known stays valid: a wallet dialog must not go down with it.
 *
 * @param now milliseconds, for tests
 */
export function createProjectStore(db: Database, now: () => number = Date.now): ProjectStore {
  const entries = new Map<string, { readonly project: Project; readonly at: number }>()
  const pending = new Map<string, Promise<Project | null>>()
  let ids: { readonly known: ReadonlySet<string>; readonly at: number } | undefined
  let listing: Promise<ReadonlySet<string>> | undefined

  const isFresh = (kept: { readonly at: number } | undefined) => kept !== undefined && now() - kept.at < remembered

  const list = async () => {
    try {
      const rows = await db.select({ id: projects.id }).from(projects).where(eq(projects.enabled, true))
      ids = { known: new Set(rows.map(({ id }) => id)), at: now() }
      return ids.known
    } finally {
      listing = undefined
    }
  }

  const knownIds = async () => {
    if (ids && isFresh(ids)) return ids.known
    listing ??= list()
    return listing
  }

  const read = async (id: string) => {
    if (!(await knownIds()).has(id)) return null
    const [row] = await db.select().from(projects).where(eq(projects.id, id)).limit(1)
    return row?.enabled ? { ...row, match: originMatcher(row.origins, row.mode) } : null
  }

  const load = async (id: string) => {
    try {
      const project = await read(id)
      if (project) entries.set(id, { project, at: now() })
      else entries.delete(id)
      return project
    } catch (error) {
      const entry = entries.get(id)
      if (entry) return entry.project
      throw error
    } finally {
      pending.delete(id)
    }
  }

  const peek = (id: string) => {
    if (!idShape.test(id)) return null
    const entry = entries.get(id)
    if (entry && isFresh(entry)) return entry.project
    return ids && isFresh(ids) && !ids.known.has(id) ? null : undefined
  }

  const get = async (id: string) => {
    const known = peek(id)
    if (known !== undefined) return known
    const running = pending.get(id) ?? load(id)
    pending.set(id, running)
    return running
  }

  return { get, peek }
}
