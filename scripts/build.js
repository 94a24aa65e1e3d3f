import process from 'node:process'
import { targets } from './dev/targets.js'
import { command } from './entry/command.js'

/** `npm run build`: everything that is served, or the targets that are named. */
await command({
  check: () => {
    const only = process.argv.slice(2)
    const unknown = only.filter((name) => !targets.some((target) => target.name === name))
    if (unknown.length === 0) return only
    throw new Error(`Unknown target: ${unknown.join(', ')}. Known: ${targets.map((target) => target.name).join(', ')}.`)
  },
  run: async (only, { progress, lifetime }) => {
    const { build } = await import('./dev/build.js')
    const failed = await build({ ...progress, own: lifetime.own, ...(only.length > 0 ? { only } : {}) })
    if (failed.length > 0) process.exitCode = 1
  },
})
