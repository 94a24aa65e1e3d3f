import type { WorkerApi, WorkerEvent } from '../worker/contract.js'
import workerUrl from '../worker/index.ts?worker&url'
import { type Calls, callOver } from './callOver.js'

/** The Worker behind this document. */
export type WorkerPort = Calls<WorkerApi> & {
  /** Gives the Worker one end of a channel whose other end may do what the wallet's own window does. The one before ends. */
  attach(port: MessagePort): void
  /** Ends the Worker, with all that it holds. */
  destroy(): void
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
  return {
    ...callOver<WorkerApi, WorkerEvent>(worker, onEvent),
    attach: (port) => worker.postMessage({ attach: 'security' }, [port]),
    destroy: () => worker.terminate(),
  }
}
