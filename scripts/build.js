import { build } from './dev/build.js'
import { targets } from './dev/targets.js'

process.chdir(new URL('..', import.meta.url).pathname)

const only = process.argv.slice(2)
const unknown = only.filter((name) => !targets.some((target) => target.name === name))
if (unknown.length > 0) {
  console.error(`Unknown target: ${unknown.join(', ')}. Known: ${targets.map((target) => target.name).join(', ')}.`)
  process.exit(1)
}
const failed = await build({ say: console.error, ...(only.length > 0 ? { only } : {}) })
if (failed.length > 0) process.exit(1)
