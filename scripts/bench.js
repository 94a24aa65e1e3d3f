import process from 'node:process'
import { goalParts } from './bench/goals.js'
import { command } from './entry/command.js'

const parts = [
  'opening',
  'engines',
  'peers',
  'allWallets',
  'page',
  'bridge',
  'gateway',
  'lists',
  'secure',
  'newcomer',
  'money',
  'load',
  'indexer',
]

/** The peers' packages are installed for whoever asks for them. */
const withPeers = ['peers', 'allWallets']

/**
 * `npm run bench`: what embedding costs a page and its visitor, and what a hostile client costs the others. `npm run bench -- lists` runs one part,
 * `-- goals` all that there are goals for, and writes a page of them, and `-- trace gateway` says where the time of one goes.
 */
await command({
  check: () => {
    const named = process.argv.slice(2)
    if (named[0] === 'trace') return { traces: named.slice(1), parts: [], goals: false }
    const wanted = named.flatMap((name) => (name === 'goals' ? goalParts : [name]))
    const unknown = wanted.filter((name) => !parts.includes(name))
    if (unknown.length > 0)
      throw new Error(`Unknown part: ${unknown.join(', ')}. Known: ${parts.join(', ')}, and goals for all that there are goals for.`)
    return { parts: wanted.length > 0 ? wanted : parts.filter((part) => !withPeers.includes(part)), goals: named.includes('goals') }
  },
  run: async ({ traces, parts: wanted, goals }, context) => {
    const { runBench } = await import('./bench/runBench.js')
    const { runTrace } = await import('./bench/trace/runTrace.js')
    await (traces ? runTrace(traces, context) : runBench(wanted, context, goals))
  },
})
