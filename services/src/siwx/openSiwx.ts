import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import type { Kms } from '../kms/kms.js'
import { loggableError } from '../log.js'
import { openSiwxKeys } from './keys.js'
import { forgetNonces } from './nonces.js'
import { forgetSessions } from './sessions.js'
import type { Siwx } from './siwxContext.js'

/** Milliseconds. */
const sweepInterval = 60_000

/**
 * Opens sign-in: its keys, and the removal of what has ended.
 *
 * @throws Error with a sentence when the key cannot be read
 */
export async function openSiwx(
  {
    config,
    chains,
    ask,
    log,
  }: { readonly config: Config; readonly chains: readonly Chain[]; readonly ask: AskChain; readonly log: Logger },
  { db }: { readonly db: Database },
  { kms, now = Date.now }: { readonly kms?: Kms | undefined; readonly now?: () => number } = {},
): Promise<{ readonly siwx: Siwx; readonly sweep: () => Promise<void>; readonly close: () => Promise<void> }> {
  const keys = await openSiwxKeys(db, kms, now())
  const siwx: Siwx = { config: config.siwx, apiUrl: config.urls.api, db, keys, chains, ask, now }
  const sweep = async () => {
    await forgetNonces(siwx)
    await forgetSessions(siwx)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(sweep).catch((error: Error) => log.error({ error: loggableError(error) }, 'Housekeeping of sign-in failed'))
  }, sweepInterval)
  timer.unref()
  return {
    siwx,
    sweep,
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
