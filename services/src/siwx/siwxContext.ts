import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import type { SiwxKeys } from './keys.js'

/** What signing in with a wallet stands on. */
export type Siwx = {
  readonly config: Config['siwx']
  /** Issuer of the tokens. */
  readonly apiUrl: string
  readonly db: Database
  readonly keys: SiwxKeys
  readonly chains: readonly Chain[]
  /** Asks contracts whether a signature is theirs. */
  readonly ask: AskChain
  readonly now: () => number
}
