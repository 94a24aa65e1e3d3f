import process from 'node:process'
import { goalParts } from './bench/goals.js'
import { command } from './entry/command.js'

const parts = ['opening', 'peers', 'page', 'bridge', 'gateway', 'lists', 'secure', 'newcomer', 'money', 'load', 'indexer']

/** `npm run bench`: what embedding costs a page and its visitor, and what a hostile client costs the others. `npm run bench -- lists` runs one part, `-- goals` all that there are goals for, and writes a page of them. */
await command({
  check: () => {
    const named = process.argv.slice(2)
    const wanted = named.flatMap((name) => (name === 'goals' ? goalParts : [name]))
    const unknown = wanted.filter((name) => !parts.includes(name))
    if (unknown.length > 0)
      throw new Error(`Unknown part: ${unknown.join(', ')}. Known: ${parts.join(', ')}, and goals for all that there are goals for.`)
    // The peers' packages are installed for whoever asks for them.
    return wanted.length > 0 ? wanted : parts.filter((part) => part !== 'peers')
  },
  run: async (wanted, context) => {
    const { runBench } = await import('./bench/runBench.js')
    await runBench(wanted, context)
  },
})
