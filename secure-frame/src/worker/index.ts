import { codes, RpcError, toWireError, wireErrors } from '@latchkey/protocol'
import type { FromWorker, ToWorker, WorkerHandlers } from './contract.js'
import { createCore } from './core.js'

/** The Worker's entry: a table of methods behind messages, nothing else. It holds no React and draws nothing. */

const post = (message: FromWorker) => postMessage(message)
const running = new Map<number, AbortController>()
let core: Promise<Omit<WorkerHandlers, 'start'>> | undefined

async function run({ call, method, params }: Extract<ToWorker, { call: number }>): Promise<unknown> {
  if (method === 'start') {
    core ??= createCore((params as Parameters<WorkerHandlers['start']>[0]).boot, post)
    await core
    return undefined
  }
  const table = await core
  if (!table || !Object.hasOwn(table, method)) throw new RpcError(codes.methodNotFound, wireErrors.methodNotFound)
  const controller = new AbortController()
  running.set(call, controller)
  try {
    return await table[method](params as never, controller.signal)
  } finally {
    running.delete(call)
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('abort' in data) return running.get(data.abort)?.abort()
  const answer = data.call
  run(data).then(
    (value) => post({ answer, result: { ok: true, value } }),
    (error: unknown) => post({ answer, result: { ok: false, error: toWireError(error) } }),
  )
})
