import type { Logger } from 'pino'
import type { OauthAccounts } from '../auth/oauth/client.js'
import type { Bundlers } from '../bundler/bundlers.js'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Gateway } from '../gateway/gateway.js'
import type { ImageProxy } from '../images/imageProxy.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'
import type { Directory } from '../wallets/directory.js'

/** What a request carries through the API. `ip` is the address to count by, `requestId` what its log line says. */
export type ApiEnv = {
  Bindings: { readonly ip?: string; readonly requestId?: string }
  Variables: { readonly requestId: string; readonly project: Project }
}

/** What every endpoint of the API may use. */
export type ApiContext = {
  readonly config: Config
  readonly chains: readonly Chain[]
  readonly projects: ProjectStore
  readonly gateway: Gateway
  readonly bundlers: Bundlers
  readonly directory: Directory
  readonly imageProxy: { readonly images: ImageProxy; readonly key: Uint8Array }
  /** Undefined when the operator configured no embedded wallet. */
  readonly accounts: OauthAccounts | undefined
  readonly log: Logger
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  readonly isStopping: () => boolean
}
