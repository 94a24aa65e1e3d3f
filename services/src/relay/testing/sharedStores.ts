import { openPostgres } from '@latchkey/testkit/src/databases/databases.ts'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createMemoryStore, createSqlStore, listenPostgres, type MailStore } from '../index.js'
import { createRelayTables, openRelayDatabase } from './relayDatabase.js'

/** Mailboxes for one relay, or for several that serve the same clients. */
export type Stores = {
  /** Each relay has its own; all of them see the same messages. */
  readonly createStore: (options?: { readonly room?: number }) => MailStore
  readonly pollInterval: number
  close(): Promise<void>
}

/** Milliseconds: never, within a test. */
const never = 3_600_000

/** Memory, for one relay alone. */
export async function memory(): Promise<Stores> {
  const store = createMemoryStore()
  return { createStore: (options) => (options ? createMemoryStore(options) : store), pollInterval: never, close: async () => undefined }
}

/** A database in this process. Messages of another relay are found by polling. */
export async function pglite(): Promise<Stores> {
  const { db, close } = await openRelayDatabase()
  return { createStore: (options) => createSqlStore({ db, ...options }), pollInterval: 20, close }
}

/** A real server. Polling is off, so that whatever arrives from another relay was woken up by NOTIFY. */
export async function postgres(): Promise<Stores> {
  const database = await openPostgres()
  const { url } = database.options
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => undefined)
  const db = drizzle(pool)
  await createRelayTables(db)
  return {
    createStore: (options) => createSqlStore({ db, listen: listenPostgres(url), ...options }),
    pollInterval: never,
    async close() {
      await pool.end()
      await database.remove()
    },
  }
}
