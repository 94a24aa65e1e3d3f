import { type Result, RpcError } from '@latchkey/protocol'
import type { ParamsOf, ValueOf } from '@latchkey/protocol/bridge'
import type { FromWorker, ToWorker, WorkerApi, WorkerEvent } from '../worker/contract.js'
import workerUrl from '../worker/index.ts?worker&url'

/** The Worker behind this document. */
export type WorkerPort = {
  /** @throws RpcError as the Worker answered */
  call<K extends keyof WorkerApi>(method: K, params: ParamsOf<WorkerApi[K]>, signal?: AbortSignal): Promise<ValueOf<WorkerApi[K]>>
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** The one URL that may become a script: the Worker's own (the document's policy allows this policy's name and no other). */
function trustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return url
  const rules = {
    createScriptURL(wanted: string) {
      if (wanted !== workerUrl) throw new TypeError('Only the Worker is a script.')
      return wanted
    },
  }
  return trustedTypes.createPolicy('latchkey-worker', rules).createScriptURL(url)
}

/** Starts the Worker that holds the keys. */
export function startWorker(onEvent: (event: WorkerEvent) => void): WorkerPort {
  const worker = new Worker(trustedUrl(workerUrl), { type: 'module', name: 'latchkey' })
  const pending = new Map<number, (result: Result<unknown>) => void>()
  let next = 0
  const post = (message: ToWorker) => worker.postMessage(message)
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('event' in data) return onEvent(data)
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
        const abort = () => post({ abort: call })
        signal?.addEventListener('abort', abort)
        post({ call, method, params })
      })
    },
  }
}
