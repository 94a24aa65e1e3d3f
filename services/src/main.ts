import { argv, env, exit, stderr, umask } from 'node:process'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config/mistakes.js'
import { readConfig } from './config/readConfig.js'
import type { startRelay } from './startRelay.js'
import { startServices } from './startServices.js'

export { ConfigError } from './config/mistakes.js'
export { readConfig } from './config/readConfig.js'
export type { ConfigInput } from './config/schema.js'
// What the bench asks without a server.
export { openDatabase } from './db/openDatabase.js'
export { historyOf } from './indexer/query/history.js'
export { readRootFile } from './kms/rootFile.js'
export { startRelay } from './startRelay.js'
export { type RunningServices, startServices } from './startServices.js'

/** Milliseconds. What runs services gives them 10 s between SIGTERM and SIGKILL. */
const longestStop = 8_000

/**
 * Runs the services as `LATCHKEY_CONFIG` and the environment say, until SIGINT or SIGTERM. Mistakes are printed, one sentence each.
 *
 * @param start all of them, or the relay alone
 */
export async function run(start: typeof startServices | typeof startRelay = startServices): Promise<void> {
  // What the process writes is for its own user: the database, the log, the root of the KMS.
  umask(0o077)
  try {
    const services = await start(await readConfig(env))
    const stop = () => {
      setTimeout(() => exit(1), longestStop).unref()
      void services.close().then(() => exit(0))
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    stderr.write(`${error instanceof ConfigError ? error.mistakes.join('\n') : (error as Error).message}\n`)
    exit(1)
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await run()
