import type { IncomingMessage } from 'node:http'
import { openReports } from './analytics/reports.js'
import { loginsOf } from './auth/methods.js'
import { createCallback } from './auth/oauth/callback.js'
import { openBundlers } from './bundler/bundlers.js'
import { resolveChains, withImages } from './config/chains.js'
import { doubtsOf } from './config/doubts.js'
import { checkConfig } from './config/readConfig.js'
import { checkSandbox } from './config/sandbox.js'
import type { ConfigInput } from './config/schema.js'
import { createApi } from './createApi.js'
import { openDatabase } from './db/openDatabase.js'
import { watchDatabase } from './db/watchDatabase.js'
import { unanswered } from './edge/document.js'
import { createEdge, hostnameOf, localApiHosts, partOf, partsByHost } from './edge/edge.js'
import type { Part } from './edge/parts.js'
import { createGateway } from './gateway/gateway.js'
import { createGatewayHandler } from './gateway/gatewayHandler.js'
import { clientAddress, wholeClientAddress } from './http/clientAddress.js'
import { watchForwarded } from './http/watchForwarded.js'
import { createHttpServer, listen, stop, trackSockets } from './httpServer.js'
import { indexerOptions } from './indexer/indexerOptions.js'
import { openIndexer } from './indexer/openIndexer.js'
import { openSolanaChanges } from './live/solanaChanges.js'
import { loggableError, openLog, reopenAtHangup } from './log.js'
import { openAccounts } from './openAccounts.js'
import { openDirectoryAndImages } from './openDirectoryAndImages.js'
import { openMoney } from './openMoney.js'
import { startPriceRecorder } from './prices/priceRecorder.js'
import { createProjectStore, type Project, seedProjects } from './projects/projectStore.js'
import { isRelayEnabled, openRelay } from './relay/openRelay.js'
import { openSiwx } from './siwx/openSiwx.js'
import { version } from './version.js'

export type RunningServices = {
  readonly urls: { readonly dialog: string; readonly secure: string; readonly api: string; readonly app?: string }
  /** The port that was opened. */
  readonly port: number
  /** Stops accepting, lets requests finish for at most 5 s, closes the database. */
  readonly close: () => Promise<void>
}

/** Milliseconds for requests under way when the process stops. */
const drainTime = 5_000

/**
 * Starts everything in this process: the four origins, the gateway, the database.
 *
 * @param input the configuration as an operator writes it (deploy/README.md)
 * @returns after the port is open; `close` stops it
 * @throws ConfigError with every mistake; Error with a sentence when the port or the database cannot be opened
 * @example
 * const services = await startServices({
 *   listen: { port: 4100 },
 *   urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' },
 *   chains: [{ id: 8453 }],
 *   projects: [{ id: 'shop', name: 'Shop', origins: ['https://shop.example.com'] }],
 * })
 * console.log(services.urls.dialog)
 * await services.close()
 */
export async function startServices(input: ConfigInput): Promise<RunningServices> {
  const config = checkConfig(input)
  const configured = await resolveChains(config.chains)
  checkSandbox(config, configured)
  const log = openLog(config.log)
  for (const doubt of doubtsOf(config)) log.warn(doubt)
  const database = await openDatabase(config.database)
  const stopReopening = reopenAtHangup(log, config.log.file)
  const closing = [database.close, watchDatabase(database, log), async () => stopReopening()]
  /** The last opened first. */
  const closeParts = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    await seedProjects(database.db, config.projects)
    const projects = createProjectStore(database.db)
    const { directory, imageProxy, close } = await openDirectoryAndImages(config, configured, log)
    closing.push(close)
    const chains = withImages(configured, directory.catalog)
    const indexer = openIndexer({ database, ...indexerOptions(config, chains, database.kind), log })
    closing.push(indexer.close)
    const gateway = createGateway(config, chains, projects, {
      onSent: (chain, raw, hash) => indexer.seen(Number(chain.id), raw, hash),
      log,
    })
    closing.push(gateway.close)
    const bundlers = openBundlers(chains)
    closing.push(bundlers.close)
    const money = openMoney({ config, chains, ask: gateway.ask, indexer, db: database.db, log })
    const recorder = startPriceRecorder({ db: database.db, url: config.database.url, chains, prices: money.followedPrices, log })
    closing.push(recorder.close)
    const solanaChanges = openSolanaChanges(gateway.ask, log)
    closing.push(async () => solanaChanges.close())
    const relay = isRelayEnabled(config) ? openRelay(config, database, projects, log) : undefined
    if (relay) closing.push(relay.close)
    const { accounts, close: closeAccounts } = await openAccounts(config, database, projects, log)
    closing.push(closeAccounts)
    const reports = openReports(database.db, config.analytics, (error) =>
      log.error({ error: loggableError(error) }, 'Old reports of visits could not be deleted'),
    )
    closing.push(async () => reports.close())
    const { siwx, close: closeSiwx } = await openSiwx({ config, chains, ask: gateway.ask, log }, database, { kms: accounts?.kms })
    closing.push(closeSiwx)
    let stopping = false
    const api = createApi({
      config,
      chains,
      projects,
      gateway,
      indexer,
      bundlers,
      money,
      solanaChanges,
      directory,
      imageProxy,
      reports,
      accounts,
      siwx,
      log,
      ping: database.ping,
      isStopping: () => stopping,
    })
    const clients = new WeakMap<Request, { readonly ip: string; readonly address: string; readonly requestId: string }>()
    const context = {
      config,
      chains,
      projects,
      logins: (project: Project) => loginsOf(accounts, project),
      oauthCallback: accounts && createCallback(accounts, (request) => clients.get(request)?.ip ?? ''),
    }
    const apiPart: Part = async (request) => api.fetch(request, clients.get(request) ?? {})
    const parts = partsByHost(context, apiPart)
    const edge = createEdge(config, parts)
    const server = createHttpServer({
      edge: async (request, incoming: IncomingMessage, requestId) => {
        const forwarded = incoming.headers['x-forwarded-for'] as string | undefined
        const from = [incoming.socket.remoteAddress, forwarded, config.trustedProxies] as const
        clients.set(request, { ip: clientAddress(...from), address: wholeClientAddress(...from), requestId })
        try {
          return await edge(request)
        } catch (error) {
          log.error({ requestId, error: loggableError(error) }, 'A document could not be answered')
          return unanswered(config.urls.api)
        }
      },
      gateway: createGatewayHandler(gateway, log, config.trustedProxies),
      relay,
      isApiHost: (header) => partOf(parts, header) === apiPart || localApiHosts(config).includes(hostnameOf(header) ?? ''),
      log,
      hashAddresses: config.log.hashAddresses,
    })
    watchForwarded(server, config.trustedProxies, log)
    const cut = trackSockets(server)
    const port = await listen(server, config.listen.host, config.listen.port)
    log.info({ version, port, database: database.kind, chains: chains.map((chain) => chain.caipNetworkId) }, 'Started')

    const closeAll = async () => {
      stopping = true
      // Sockets of the relay are not requests that end by themselves.
      await Promise.all([relay?.close(), stop(server, cut, drainTime)])
      await closeParts()
      log.info('Stopped')
    }
    let closed: Promise<void> | undefined
    return {
      urls: config.urls,
      port,
      close: () => {
        closed ??= closeAll()
        return closed
      },
    }
  } catch (error) {
    await closeParts()
    throw error
  }
}
