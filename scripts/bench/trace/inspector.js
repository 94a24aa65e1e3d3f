import { once } from 'node:events'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import WebSocket from 'ws'
import { root } from '../../entry/root.js'
import { round } from '../statistics.js'

/** @import { Readable } from 'node:stream' */

/**
 * Speaks to the inspector of a process that was started with `--inspect=127.0.0.1:0`.
 *
 * @param {Readable} errors what the process writes there: the inspector's address is a line of it
 */
export async function connectInspector(errors) {
  let told = ''
  while (!/ws:\/\/\S+/.test(told)) told += String((await once(errors, 'data'))[0])
  const socket = new WebSocket(/ws:\/\/\S+/.exec(told)?.[0] ?? '', { perMessageDeflate: false })
  await once(socket, 'open')
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map()
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  return {
    /** @returns {Promise<any>} the protocol's answer, as https://chromedevtools.github.io/devtools-protocol/ describes it */
    call: (/** @type {string} */ method, params = {}) =>
      new Promise((resolve) => {
        last += 1
        waiting.set(last, resolve)
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}

/** @typedef {Awaited<ReturnType<typeof connectInspector>>} Inspector */

/** What can be asked: a process's inspector, or a document's. @typedef {Pick<Inspector, 'call'>} Asked */

/** @typedef {{ readonly functionName: string, readonly url: string, readonly lineNumber: number }} CallFrame */

/** A file as it is known here: of the repository, of a package, of Node. */
function fileOf(/** @type {string} */ url) {
  if (!url.startsWith('file:')) return url || '(native)'
  const path = relative(root, fileURLToPath(url))
  return path.replace(/^.*node_modules\//, '')
}

const nameOf = (/** @type {CallFrame} */ { functionName, url, lineNumber }) =>
  `${functionName || '(anonymous)'} ${fileOf(url)}${lineNumber > 0 ? `:${lineNumber + 1}` : ''}`

/**
 * Where a process spends its time while some work is done.
 *
 * @param {Asked} inspector
 * @param {() => Promise<unknown>} work
 * @returns shares of the time in percent, by function and by file, without what each calls
 */
export async function profiled({ call }, work) {
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: 200 })
  await call('Profiler.start')
  await work()
  const { profile } = await call('Profiler.stop')
  const frames = new Map(profile.nodes.map((/** @type {{ id: number, callFrame: CallFrame }} */ { id, callFrame }) => [id, callFrame]))
  const total = profile.timeDeltas.reduce((/** @type {number} */ sum, /** @type {number} */ delta) => sum + delta, 0)
  /** @type {Map<string, number>} */
  const functions = new Map()
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id)
    const share = (100 * profile.timeDeltas[index]) / total
    functions.set(nameOf(frame), (functions.get(nameOf(frame)) ?? 0) + share)
    const file = frame.url ? fileOf(frame.url) : frame.functionName
    files.set(file, (files.get(file) ?? 0) + share)
  }
  return { functions: most(functions, 30), files: most(files, 20) }
}

const most = (/** @type {Map<string, number>} */ map, /** @type {number} */ count) =>
  [...map]
    .map(([name, value]) => ({ name, value: round(value, 1) }))
    .sort((left, right) => right.value - left.value)
    .slice(0, count)

/** Lines of a list of shares. */
export const shares = (/** @type {readonly { name: string, value: number }[]} */ list, /** @type {string} */ unit) =>
  list.map(({ name, value }) => `      ${String(value).padStart(6)} ${unit}  ${name}`)

/**
 * What the processor spends on some work, whatever else the machine has to do.
 *
 * @returns milliseconds of the process
 */
export async function processorTime(/** @type {Inspector} */ { call }, /** @type {() => Promise<unknown>} */ work) {
  const ask = async () => {
    const { result } = await call('Runtime.evaluate', { expression: 'JSON.stringify(process.cpuUsage())' })
    const { user, system } = JSON.parse(result.value)
    return (user + system) / 1_000
  }
  const before = await ask()
  await work()
  return (await ask()) - before
}

/** What a process holds, in MB: before and after what nobody needs was collected. */
export async function readMemory(/** @type {Inspector} */ { call }) {
  const ask = async () => {
    const expression = `(async () => {
      const memory = process.memoryUsage()
      const { getHeapSpaceStatistics } = process.getBuiltinModule('node:v8')
      return JSON.stringify({ ...memory, ...Object.fromEntries(getHeapSpaceStatistics().map((space) => [space.space_name, space.physical_space_size])) })
    })()`
    const { result } = await call('Runtime.evaluate', { expression, awaitPromise: true })
    /** @type {Record<string, number>} */
    const bytes = JSON.parse(result.value)
    return Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, round(value / 1_048_576, 1)]))
  }
  const held = await ask()
  await call('HeapProfiler.collectGarbage')
  return { held, collected: await ask() }
}

/** Who has allocated what is still there, in MB, by function: what was allocated while it was watched. */
export async function watchAllocations(/** @type {Inspector} */ { call }) {
  await call('HeapProfiler.startSampling', { samplingInterval: 65_536 })
  return async () => {
    const { profile } = await call('HeapProfiler.stopSampling')
    /** @type {Map<string, number>} */
    const found = new Map()
    const visit = (/** @type {{ callFrame: CallFrame, selfSize: number, children: any[] }} */ { callFrame, selfSize, children }) => {
      const name = nameOf(callFrame)
      found.set(name, (found.get(name) ?? 0) + selfSize / 1_048_576)
      for (const child of children) visit(child)
    }
    visit(profile.head)
    return most(found, 20)
  }
}
