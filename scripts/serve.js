import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { targets } from './dev/targets.js'
import { command } from './entry/command.js'
import { root } from './entry/root.js'

/** What a server cannot do without. A deployment may hold no more than that, and no sources. */
const needed = ['services', 'dialog', 'sdk', 'secure']
const isBuilt = () => targets.every(({ name, out }) => !needed.includes(name) || existsSync(join(root, out)))

/**
 * `npm run serve`: runs what was built, as the configuration file and the environment say; on a bare clone it is built first. The working
 * directory stays: the file is looked for there. `npm run serve -- relay` runs the relay alone.
 */
await command({
  check: () => {
    const file = process.env.LATCHKEY_CONFIG || 'latchkey.config.json'
    const [part, ...rest] = process.argv.slice(2)
    if ((part !== undefined && part !== 'relay') || rest.length > 0) throw new Error('Usage: npm run serve, or npm run serve -- relay')
    if (!existsSync(file)) throw new Error(`The configuration file ${file} does not exist. Name another one by LATCHKEY_CONFIG.`)
    return part
  },
  // What was built runs as it is: nothing is installed or built under a server that works.
  needsPackages: () => !isBuilt() || !existsSync(join(root, 'node_modules')),
  run: async (part, { progress, lifetime }) => {
    if (!isBuilt()) {
      const { build } = await import('./dev/build.js')
      const failed = await build({ ...progress, own: lifetime.own })
      if (needed.some((name) => failed.includes(name))) throw new Error('Without these parts nothing can be served.')
    }
    const { run, startRelay } = await import(pathToFileURL(join(root, 'services/dist/main.js')).href)
    // From here on the services answer to signals.
    lifetime.release()
    await (part === 'relay' ? run(startRelay) : run())
  },
})
