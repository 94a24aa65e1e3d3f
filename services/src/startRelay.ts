import { createServer } from 'node:http'
import { checkConfig } from './config/readConfig.js'
import type { ConfigInput } from './config/schema.js'
import { openDatabase } from './db/openDatabase.js'
import { watchDatabase } from './db/watchDatabase.js'
import { oncePer } from './http/oncePer.js'
import { refuseUnknownUpgrade } from './http/refuseUpgrade.js'
import { watchForwarded } from './http/watchForwarded.js'
import { listen, stop, trackSockets } from './httpServer.js'
import { openLog, reopenAtHangup } from './log.js'
import { createProjectStore, seedProjects } from './projects/projectStore.js'
import { openRelay, relayUrlOf } from './relay/openRelay.js'
import { isThere } from './statusRoutes.js'
import { version } from './version.js'

/** Milliseconds for requests under way when the process stops. */
const drainTime = 2_000

/**
 * Starts the relay alone, away from the process that holds users' keys: whatever is done to it, nobody's sign-in waits for it. It reads the
 * same configuration; `relay.url` is how clients reach it.
 *
 * @throws ConfigError with every mistake; Error with a sentence when the port or the database cannot be opened
 * @example
 * const relay = await startRelay({
 *   listen: { port: 4200 },
 *   urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' },
 *   chains: [{ id: 8453 }],
 *   relay: { url: 'wss://relay.example.com/relay' },
 * })
 * await relay.close()
 */
export async function startRelay(input: ConfigInput): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const config = checkConfig(input)
  const log = openLog(config.log)
  const stopReopening = reopenAtHangup(log, config.log.file)
  const url = relayUrlOf(config)
  const { pathname } = new URL(url)
  const database = await openDatabase(config.database)
  try {
    await seedProjects(database.db, config.projects)
    const relay = openRelay(config, database, createProjectStore(database.db), log, [url])
    const isReadyNow = oncePer(1_000, () => isThere(database.ping))
    const server = createServer(async (request, response) => {
      const isReady = request.url === '/ready' && (await isReadyNow())
      const status = request.url === '/health' || isReady ? 200 : request.url === '/ready' ? 503 : 404
      response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(status === 200 ? 'OK\n' : '')
    })
    server.on('upgrade', (request, socket, head) => {
      if ((request.url ?? '').split('?', 1)[0] === pathname) relay.handleUpgrade(request, socket, head)
      else refuseUnknownUpgrade(socket)
    })
    watchForwarded(server, config.trustedProxies, log)
    const cut = trackSockets(server)
    const close = async () => {
      await stopWatching()
      stopReopening()
      await Promise.all([relay.close(), stop(server, cut, drainTime)])
      await database.close()
      log.info('Stopped')
    }
    const port = await listen(server, config.listen.host, config.listen.port).catch(async (error: Error) => {
      await relay.close()
      throw error
    })
    log.info({ version, port, database: database.kind, relay: url }, 'Started the relay')
    const stopWatching = watchDatabase(database, log)
    return { port, close }
  } catch (error) {
    await database.close()
    throw error
  }
}
