import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from './startPostgres.js'

/** An empty database for one test file. */
export type TestDatabase = { readonly options: { readonly url?: string; readonly folder: string }; readonly remove: () => Promise<void> }

type DatabaseKind = { readonly kind: 'pglite' | 'postgres'; readonly open: () => Promise<TestDatabase> }

/** Both kinds that Latchkey runs on, for tests of what is stored: `describe.each(everyDatabase)` runs them on each, always. */
export const everyDatabase: readonly DatabaseKind[] = [
  { kind: 'pglite', open: openPglite },
  { kind: 'postgres', open: openPostgres },
]

/**
 * The kinds for tests of rules that stand above the database: PostgreSQL in `npm test`, where PGlite would need four times as much work for the same
 * answer, and both in `npm run test:long`. The end-to-end tests run on PGlite.
 */
export const databases: readonly DatabaseKind[] = process.env.LATCHKEY_LONG
  ? everyDatabase
  : everyDatabase.filter(({ kind }) => kind === 'postgres')

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

async function openPglite(): Promise<TestDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  return { options: { folder: join(parent, 'database') }, remove: () => removeFolder(parent) }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** A new database on the server that `DATABASE_URL` names, else on the one of the whole run (`npm test`), else on one of its own. */
export async function openPostgres(): Promise<TestDatabase & { readonly options: { readonly url: string } }> {
  const given = process.env.DATABASE_URL ?? process.env.LATCHKEY_TEST_POSTGRES
  const server = given ? { url: given, stop: async () => undefined } : await startPostgres()
  const name = `latchkey_test_${randomBytes(6).toString('hex')}`
  await query(server.url, `create database ${name}`)
  const url = new URL(server.url)
  url.pathname = `/${name}`
  return {
    options: { url: url.href, folder: '' },
    remove: async () => {
      await query(server.url, `drop database if exists ${name} with (force)`)
      await server.stop()
    },
  }
}

/** For tests of something other than the database: the run's PostgreSQL server where there is one, which needs a third less work than PGlite. */
export const openAnyDatabase = (): Promise<TestDatabase> =>
  process.env.DATABASE_URL || process.env.LATCHKEY_TEST_POSTGRES ? openPostgres() : openPglite()
