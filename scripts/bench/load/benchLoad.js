import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { build } from '../../dev/build.js'
import { root } from '../../entry/root.js'
import { benchPort } from '../port.js'
import { median, quantile, round } from '../statistics.js'
import { connectRelay, randomTopic } from './relayClient.js'
import { chainId, projectId, startServer } from './server.js'

/** @import { Own } from '../../entry/lifetime.js' */

const port = benchPort + 5
export const clients = 100
const pairs = 10
/** Milliseconds: between a client's requests, of a run, and for what is on its way when it ends. */
const pauseTime = 250
const runTime = 10_000
const turns = 3
const settleTime = 5_000

const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {Awaited<ReturnType<typeof run>>} Run */

/** One honest visitor: asks, waits, asks again. Gives each request's milliseconds, and how many were not answered as they should. */
async function visit(/** @type {Server} */ server, /** @type {number} */ index, /** @type {number} */ until) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** @type {number[]} */
  const times = []
  let failed = 0
  const ask = (/** @type {string} */ path, /** @type {string | undefined} */ body) =>
    new Promise((resolve) => {
      const headers = { host: new URL(server.api).host, 'x-forwarded-for': `203.0.113.${index}`, 'content-length': body?.length ?? 0 }
      const outgoing = request({ agent, host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode === 200))
      })
      outgoing.once('error', () => resolve(false))
      outgoing.end(body)
    })
  await pause(Math.random() * pauseTime)
  while (Date.now() < until) {
    for (const { path, body } of [
      { path: `/v1/?projectId=${projectId}&chainId=${chainId}`, body: call },
      { path: `/appkit/v1/config?projectId=${projectId}`, body: undefined },
    ]) {
      const started = performance.now()
      if (!(await ask(path, body))) failed += 1
      times.push(performance.now() - started)
    }
    await pause(pauseTime)
  }
  agent.destroy()
  return { times, failed }
}

/** A page and a wallet that talk through the relay. Gives how many messages were acknowledged, and how many of those did not arrive. */
async function talk(/** @type {Server} */ server, /** @type {number} */ index, /** @type {number} */ until) {
  const to = { port, audience: server.audience, projectId }
  const [page, wallet] = [
    connectRelay({ ...to, address: `192.0.2.${2 * index}` }),
    connectRelay({ ...to, address: `192.0.2.${2 * index + 1}` }),
  ]
  const topic = randomTopic()
  if (!(await page.opened) || !(await wallet.opened)) return { sent: 1, lost: 1 }
  await wallet.call('irn_subscribe', { topic })
  /** @type {string[]} */
  const sent = []
  while (Date.now() < until) {
    const message = `${index}-${sent.length}-${randomTopic()}`
    if (await page.call('irn_publish', { topic, message, ttl: 300, tag: 1_108 })) sent.push(message)
    await pause(pauseTime)
  }
  for (let waited = 0; waited < settleTime && sent.some((message) => !wallet.heard.has(message)); waited += 100) await pause(100)
  for (const { socket } of [page, wallet]) socket.close()
  return { sent: sent.length, lost: sent.filter((message) => !wallet.heard.has(message)).length }
}

const sum = (/** @type {readonly number[]} */ list) => list.reduce((total, one) => total + one, 0)

/** All honest clients for one run. */
export async function run(/** @type {Server} */ server) {
  const until = Date.now() + runTime
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, server.memory())
  }, 100)
  const [visits, talks] = await Promise.all([
    Promise.all(Array.from({ length: clients }, (_, index) => visit(server, index, until))),
    Promise.all(Array.from({ length: pairs }, (_, index) => talk(server, index, until))),
  ])
  clearInterval(watch)
  const times = visits.flatMap((one) => one.times)
  return {
    requests: times.length,
    failed: sum(visits.map((one) => one.failed)),
    median: round(quantile(times, 0.5)),
    p95: round(quantile(times, 0.95)),
    most: round(quantile(times, 1)),
    messages: sum(talks.map((one) => one.sent)),
    lost: sum(talks.map((one) => one.lost)),
    memory: Math.round(most / 1_048_576),
  }
}

/** The same, beside a client that means harm. `got` is what it got through. */
async function runBesideHostile(/** @type {Server} */ server, /** @type {Own} */ own) {
  const { audience, api } = server
  const parameters = JSON.stringify({ port, audience, projectId, api, chainId })
  const hostile = spawn(process.execPath, [join(root, 'scripts/bench/load/hostile.js'), parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // It would have a machine of its own: here it gets what the others leave.
  if (hostile.pid) setPriority(hostile.pid, constants.priority.PRIORITY_LOW)
  const gone = once(hostile, 'exit')
  const stop = async () => {
    hostile.kill('SIGTERM')
    await gone
  }
  if (hostile.pid) hostile.once('exit', own(hostile.pid, stop))
  let told = ''
  hostile.stdout.on('data', (text) => {
    told += text
  })
  await pause(1_000)
  const result = await run(server)
  await stop()
  return { ...result, got: JSON.parse(told || '{}') }
}

/** Several runs as one: the median of what was measured, the most of the memory, all of what was counted. */
function together(/** @type {readonly Run[]} */ runs) {
  const all = (/** @type {keyof Run} */ key) => runs.map((run) => run[key])
  return {
    median: median(all('median')),
    p95: median(all('p95')),
    most: median(all('most')),
    requests: sum(all('requests')),
    failed: sum(all('failed')),
    messages: sum(all('messages')),
    lost: sum(all('lost')),
    memory: Math.max(...all('memory')),
  }
}

/**
 * Honest clients alone, and beside one that floods the relay, invents projects, sends bodies of 5 MB and keeps slow sockets; in turns,
 * because the machine may have more to do at one time than at another.
 *
 * @param {{ lifetime: import('../../entry/lifetime.js').Lifetime }} context
 */
export async function benchLoad({ lifetime }) {
  const failed = await build({ say: (line) => process.stderr.write(`${line}\n`), own: lifetime.own, only: ['services'] })
  if (failed.length > 0) throw new Error('The services could not be built.')
  const server = await startServer(port, lifetime.own)
  try {
    const started = Math.round(server.memory() / 1_048_576)
    const quiet = []
    const besides = []
    await run(server)
    for (let turn = 0; turn < turns; turn += 1) {
      quiet.push(await run(server))
      besides.push(await runBesideHostile(server, lifetime.own))
    }
    const [alone, hostile] = [together(quiet), together(besides)]
    return { clients, started, quiet: alone, hostile, ratio: round(hostile.p95 / alone.p95, 2), got: besides.map(({ got }) => got) }
  } finally {
    await server.stop()
  }
}
