import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import type { OpenDatabase } from '../db/database.js'
import { clientAddress } from '../http/clientAddress.js'
import { loggableError } from '../log.js'
import type { ProjectStore } from '../projects/projectStore.js'
import { createRelay, type Relay } from './createRelay.js'
import { listenPostgres } from './listenPostgres.js'
import { createSqlStore } from './sqlStore.js'

/** Path of the relay on the API's hostname. */
export const relayPath = '/relay'

/** The websocket URL of this server's own relay. */
export function ownRelayUrl(api: string): string {
  return `${api.replace(/^http/, 'ws')}${relayPath}`
}

/** Every base URL of the API. */
export const apiUrlsOf = ({ urls, restricted }: Pick<Config, 'urls' | 'restricted'>): string[] => [
  urls.api,
  ...(restricted ? [restricted.api] : []),
]

/** What dialogs connect to: the operator's choice, else this server. */
export function relayUrlOf(config: Config): string {
  return config.relay.url ?? ownRelayUrl(config.urls.api)
}

/** Whether this server is a relay itself: an operator who names another one wants no second. */
export const isRelayEnabled = ({ relay, urls }: Config): boolean =>
  relay.enabled ?? (relay.url === undefined || relay.url === ownRelayUrl(urls.api))

/**
 * Opens this server's relay on the database that everything else uses, so that replicas serve one session.
 *
 * @param audiences websocket URLs that clients know this relay by
 */
export function openRelay(
  config: Config,
  database: OpenDatabase,
  projects: ProjectStore,
  log: Logger,
  audiences: readonly string[] = apiUrlsOf(config).map(ownRelayUrl),
): Relay {
  const url = config.database.url
  const room = config.relay.storage * 1_048_576
  return createRelay({
    audiences,
    isProject: async (id) => (await projects.get(id)) !== null,
    store: createSqlStore({ db: database.db, room, ...(url === undefined ? {} : { listen: listenPostgres(url) }) }),
    limits: { longestTtl: config.relay.longestTtl },
    addressOf: ({ socket, headers }) =>
      clientAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, config.trustedProxies),
    onError: (error) => log.error({ error: loggableError(error) }, 'The relay failed'),
  })
}
