import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import type { OpenDatabase } from '../db/database.js'
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

/** What dialogs connect to: the operator's choice, else this server. */
export function relayUrlOf(config: Config): string {
  return config.relay.url ?? ownRelayUrl(config.urls.api)
}

/** Opens this server's relay on the database that everything else uses, so that replicas serve one session. */
export function openRelay(config: Config, database: OpenDatabase, projects: ProjectStore, log: Logger): Relay {
  const url = config.database.url
  return createRelay({
    audiences: [ownRelayUrl(config.urls.api)],
    isProject: async (id) => (await projects.get(id)) !== null,
    store: createSqlStore({ db: database.db, ...(url === undefined ? {} : { listen: listenPostgres(url) }) }),
    onError: (error) => log.error({ error: error instanceof Error ? error.message : 'unknown' }, 'The relay met a problem'),
  })
}
