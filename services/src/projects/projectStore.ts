import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.js'
import { type ProjectRow, projects } from '../db/schema.js'
import { type OriginMatcher, originMatcher } from './originPattern.js'

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
/** Unknown ids are remembered too, so the number of entries has to be bounded. */
const maxEntries = 10_000
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
 * Reads projects through a cache. When the database fails, what was known stays valid: a wallet dialog must not go down with it.
 *
 * @param now milliseconds, for tests
 */
export function createProjectStore(db: Database, now: () => number = Date.now): ProjectStore {
  const entries = new Map<string, { readonly project: Project | null; readonly at: number }>()
  const pending = new Map<string, Promise<Project | null>>()

  const read = async (id: string) => {
    const [row] = await db.select().from(projects).where(eq(projects.id, id)).limit(1)
    return row?.enabled ? { ...row, match: originMatcher(row.origins, row.mode) } : null
  }

  const load = async (id: string) => {
    try {
      const project = await read(id)
      entries.delete(id)
      entries.set(id, { project, at: now() })
      const oldest = entries.keys().next()
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value)
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
    return entry && now() - entry.at < remembered ? entry.project : undefined
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
