import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { loggableError } from '../log.js'
import { migrations } from '../paths.js'
import type { OpenDatabase } from './database.js'
import { fillFolder } from './fillFolder.js'
import { lockFolder } from './lockFolder.js'
import { locks } from './locks.js'
import { makePrivateFolder, PrivateFiles } from './privateFiles.js'
import * as schema from './schema.js'

const migrationsFolder = { migrationsFolder: migrations }

/** Milliseconds. Whoever used a connection that broke has given it back by then. */
const giveBackAfter = 1_000

/** A transaction that breaks at its `begin` never gives its connection back: ten of them, and the pool would be empty for ever. */
function giveBack(client: pg.PoolClient): void {
  try {
    client.release(true)
  } catch {
    // It was given back already.
  }
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // An idle connection may break at any time (a restart of the server); the next query gets a new one.
  pool.on('error', () => undefined)
  // So may one in the middle of a transaction: its query rejects. Without a listener the whole process would end.
  pool.on('connect', (client) => void client.on('error', () => setTimeout(giveBack, giveBackAfter, client).unref()))
  try {
    const client = await pool.connect()
    try {
      // Replicas that start together take turns at the migrations.
      await client.query('select pg_advisory_lock($1)', [locks.migrations])
      await migratePostgres(drizzlePostgres(client), migrationsFolder)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [locks.migrations]).catch(() => undefined)
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  const db = drizzlePostgres(pool, { schema })
  return {
    db,
    kind: 'postgres',
    ping: async () => void (await db.execute(sql`select 1`)),
    close: () => pool.end(),
  }
}

/**
 * PostgreSQL's cache is 128 MB unless told otherwise, and PGlite holds all of it in memory from the start, twice over while it grows. Pages that
 * are not in it come from the system's cache of files.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

async function openPglite(folder: string | null): Promise<OpenDatabase> {
  if (folder !== null) await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const unlock = folder === null ? async () => undefined : await lockFolder(folder)
  // Its 9 MB of WebAssembly are compiled once, not a second time for speed: that takes 60 MB, and queries of ours are not faster for it.
  setFlagsFromString('--liftoff-only')
  try {
    if (folder !== null) {
      await fillFolder(folder)
      await makePrivateFolder(folder)
    }
    const client = await PGlite.create({ startParams, ...(folder === null ? {} : { fs: new PrivateFiles(folder) }) })
    const db = drizzlePglite(client, { schema })
    await migratePglite(db, migrationsFolder)
    return {
      db,
      kind: 'pglite',
      ping: async () => void (await db.execute(sql`select 1`)),
      close: async () => {
        await client.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** A PostgreSQL URL without its user, password and parameters. */
const placeOf = (url: string) => (URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : 'an address that is no URL')

/**
 * Opens the database and brings its tables up to date.
 *
 * @param options `url` of a PostgreSQL server, else a `folder` for PGlite; a folder of null keeps everything in memory (tests)
 * @throws Error with a sentence that names the database and where it is configured
 */
export async function openDatabase({ url, folder }: { readonly url?: string; readonly folder: string | null }): Promise<OpenDatabase> {
  const [where, opening] =
    url === undefined
      ? [`folder ${folder} (database.folder, LATCHKEY_DATABASE_FOLDER)`, openPglite(folder)]
      : [`at ${placeOf(url)} (DATABASE_URL, database.url)`, openPostgres(url)]
  return opening.catch((error: unknown) => {
    // A folder that another process holds has its own sentence.
    if (error instanceof Error && error.message.startsWith('The database ')) throw error
    throw new Error(`The database ${where} cannot be opened: ${loggableError(error)}`)
  })
}
