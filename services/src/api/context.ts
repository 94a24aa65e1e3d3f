/* What every endpoint of the API shares: what a request carries, the envelope of an answer, who may ask. The endpoints themselves stand in the
   folders of what they are about; `createApi.ts` puts them together. */

import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'

/** What a request carries through the API. `ip` is the address to count by, `address` the whole one, `requestId` what its log line says. */
export type ApiEnv = {
  Bindings: { readonly ip?: string; readonly address?: string; readonly requestId?: string }
  Variables: { readonly requestId: string; readonly project: Project }
}

/** What every endpoint of the API may use. */
export type ApiContext = {
  readonly config: Config
  readonly chains: readonly Chain[]
  readonly projects: ProjectStore
  readonly log: Logger
}
