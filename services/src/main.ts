import { argv, env, exit, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config/mistakes.js'
import { readConfig } from './config/readConfig.js'
import { startServices } from './startServices.js'

export { ConfigError } from './config/mistakes.js'
export { readConfig } from './config/readConfig.js'
export type { ConfigInput } from './config/schema.js'
export { type RunningServices, startServices } from './startServices.js'

/** Runs the services as `LATCHKEY_CONFIG` and the environment say, until SIGINT or SIGTERM. Mistakes are printed, one sentence each. */
export async function run(): Promise<void> {
  try {
    const services = await startServices(await readConfig(env))
    const stop = () => void services.close().then(() => exit(0))
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    stderr.write(`${error instanceof ConfigError ? error.mistakes.join('\n') : (error as Error).message}\n`)
    exit(1)
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await run()
