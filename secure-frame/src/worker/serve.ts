import { codes, RpcError, toWireError, wireErrors } from '@latchkey/protocol'
import type { Answered, Asked } from './contract.js'

type Channel = {
  postMessage(message: Answered): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}
type Table = { readonly [method: string]: (params: never, signal: AbortSignal) => unknown }

/**
 * Answers calls over a channel from a table of methods.
 *
 * @param tableOf may wait for what the methods need
 */
export function serve(channel: Channel, tableOf: () => Promise<Table | undefined>): void {
  const running = new Map<number, AbortController>()

  async function run({ call, method, params }: Extract<Asked, { call: number }>): Promise<unknown> {
    const table = await tableOf()
    const handle = table && Object.hasOwn(table, method) ? table[method] : undefined
    if (!handle) throw new RpcError(codes.methodNotFound, wireErrors.methodNotFound)
    const controller = new AbortController()
    running.set(call, controller)
    try {
      return await handle(params as never, controller.signal)
    } finally {
      running.delete(call)
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
    if ('abort' in data) return running.get(data.abort)?.abort()
    if (!('call' in data)) return
    const answer = data.call
    run(data).then(
      (value) => channel.postMessage({ answer, result: { ok: true, value } }),
      (error: unknown) => channel.postMessage({ answer, result: { ok: false, error: toWireError(error) } }),
    )
  })
}
