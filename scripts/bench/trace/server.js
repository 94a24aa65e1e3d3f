import { ask } from '../gateway/loadClient.js'
import { clients, run } from '../load/benchLoad.js'
import { chainId, projectId, startServer } from '../load/server.js'
import { round } from '../statistics.js'
import { processorTime, profiled, readMemory, shares, watchAllocations } from './inspector.js'

/** @import { Own } from '../../entry/lifetime.js' */

const limits = { rpc: { perSecond: 1_000_000, burst: 10_000_000 } }
const load = { connections: 32, duration: 3_000 }
const hash = `0x${'11'.repeat(32)}`
const questions = {
  kept: { method: 'eth_getBlockByHash', params: [hash, false] },
  'passed on': { method: 'eth_getTransactionCount', params: [`0x${'0'.repeat(39)}1`, 'latest'] },
}

/** Where the gateway's time goes, for what it keeps and for what it asks a node. */
export async function traceGateway(/** @type {number} */ port, /** @type {Own} */ own) {
  const server = await startServer(port, own, { inspected: true, limits })
  try {
    if (!server.inspector) throw new Error('The server cannot be inspected.')
    const url = `${server.api}:${port}/v1/?chainId=${encodeURIComponent(chainId)}&projectId=${projectId}`
    const found = []
    for (const [name, question] of Object.entries(questions)) {
      const target = { url, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }) }
      await ask(target, load)
      let rate = 0
      const time = await processorTime(server.inspector, async () => {
        rate = await ask(target, load)
      })
      const { functions, files } = await profiled(server.inspector, () => ask(target, load))
      found.push({ name, rate: Math.round(rate), each: round((1_000 * time) / (rate * (load.duration / 1_000)), 0), functions, files })
    }
    return found
  } finally {
    await server.stop()
  }
}

/** What the server holds in memory when it has started, and while its clients are there. */
export async function traceMemory(/** @type {number} */ port, /** @type {Own} */ own) {
  const server = await startServer(port, own, { inspected: true })
  try {
    const { inspector } = server
    if (!inspector) throw new Error('The server cannot be inspected.')
    const started = await readMemory(inspector)
    const stopWatching = await watchAllocations(inspector)
    await run(server)
    const loaded = await run(server)
    const after = await readMemory(inspector)
    return { clients, most: loaded.memory, started, after, allocated: await stopWatching() }
  } finally {
    await server.stop()
  }
}

/** Where the gateway's time goes, in words. */
export const textOfGateway = (/** @type {Awaited<ReturnType<typeof traceGateway>>} */ found) =>
  found
    .flatMap(({ name, rate, each, functions, files }) => [
      `  An answer that is ${name}: ${rate} a second, ${each} µs of the processor each`,
      '    by file:',
      ...shares(files, '%'),
      '    by function:',
      ...shares(functions, '%'),
    ])
    .join('\n')

/** What is in memory, in words. */
export function textOfMemory(/** @type {Awaited<ReturnType<typeof traceMemory>>} */ { clients: count, most, started, after, allocated }) {
  const columns = {
    started: started.held,
    'collected then': started.collected,
    'after the clients': after.held,
    'collected after': after.collected,
  }
  const names = Object.keys(after.held).filter((name) => Object.values(columns).some((held) => (held[name] ?? 0) >= 1))
  return [
    `  ${most} MB at most, with ${count} clients`,
    ...names.map(
      (name) =>
        `      ${name.padEnd(24)} ${Object.entries(columns)
          .map(([when, held]) => `${when} ${held[name]} MB`)
          .join(', ')}`,
    ),
    '    who allocated what stayed:',
    ...shares(allocated, 'MB'),
  ].join('\n')
}
