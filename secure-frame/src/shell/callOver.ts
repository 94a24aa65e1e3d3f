import { type Result, RpcError } from '@latchkey/protocol'
import type { ParamsOf, ValueOf } from '@latchkey/protocol/bridge'
import type { Answered, Asked } from '../worker/contract.js'

/** A Worker, or a port to one. */
type Channel = {
  postMessage(message: Asked): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export type Calls<Api> = {
  /** @throws RpcError as the other side answered */
  call<K extends keyof Api & string>(method: K, params: ParamsOf<Api[K]>, signal?: AbortSignal): Promise<ValueOf<Api[K]>>
}

/**
 * Calls methods at the other end of a channel.
 *
 * @param onEvent hears what the other end says by itself
 */
export function callOver<Api, Event = never>(channel: Channel, onEvent: (event: Event) => void = () => undefined): Calls<Api> {
  const pending = new Map<number, (result: Result<unknown>) => void>()
  let next = 0
  channel.addEventListener('message', ({ data }: MessageEvent<Answered | Event>) => {
    if (!isAnswer(data)) return onEvent(data)
    pending.get(data.answer)?.(data.result)
    pending.delete(data.answer)
  })
  return {
    call(method, params, signal) {
      next += 1
      const call = next
      return new Promise((resolve, reject) => {
        pending.set(call, (result) => {
          signal?.removeEventListener('abort', abort)
          if (result.ok) return resolve(result.value as never)
          const { code, message, data } = result.error
          reject(new RpcError(code, message, data === undefined ? {} : { data }))
        })
        const abort = () => channel.postMessage({ abort: call })
        signal?.addEventListener('abort', abort)
        channel.postMessage({ call, method, params })
      })
    },
  }
}

const isAnswer = (data: unknown): data is Answered => typeof data === 'object' && data !== null && 'answer' in data
