import { codes, frameReasons, RpcError, type SecureBoot } from '@latchkey/protocol'
import { createBridge, type ParamsOf, portMessenger, type ValueOf } from '@latchkey/protocol/bridge'
import type { DocumentApi, WalletApi, WorkerApi, WorkerEvent } from '../worker/contract.js'
import workerUrl from '../worker/index.ts?worker&url'
import type { ApprovalActions } from './store.js'

/** The Worker behind this document. */
export type WorkerPort = {
  /** Settles when the wallet is there. */
  readonly started: Promise<void>
  /** What the dialog asks. It may wait for a user, so it has no timeout. @throws RpcError as the wallet answered */
  call<K extends keyof WalletApi & string>(method: K, params: ParamsOf<WalletApi[K]>, signal?: AbortSignal): Promise<ValueOf<WalletApi[K]>>
  /** What the user decides here. */
  readonly decide: ApprovalActions['decide']
  readonly setLimit: ApprovalActions['setLimit']
  /** Gives the Worker one end of a channel whose other end may do what the wallet's own window does. The one before ends. */
  attach(port: MessagePort): void
  /** Ends the Worker, with all that it holds. */
  destroy(): void
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string }
}

/** How often a failed request for its script is repeated, and milliseconds before each repetition. */
const again = { times: 2, pause: 500 }

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

/** One Worker, and the channels to it. */
function launch(url: string, onEvent: (event: WorkerEvent) => void) {
  const worker = new Worker(url, { type: 'module', name: 'latchkey' })
  const { port1, port2 } = new MessageChannel()
  const page = createBridge<DocumentApi, WorkerApi>({ messenger: portMessenger(worker), methods: { heard: onEvent } })
  const wallet = createBridge<Record<string, never>, WalletApi>({ messenger: portMessenger(port1), methods: {} })
  const ask: typeof page.call = (method, params) => page.call(method, params, { timeout: null })
  return {
    worker,
    wallet,
    ask,
    start: (boot: SecureBoot) => ask('start', { boot, port: port2 }),
    destroy() {
      worker.terminate()
      page.destroy()
      wallet.destroy()
    },
  }
}

/**
 * Starts the Worker that holds the keys, and the wallet in it. A failed request for its script is repeated; when all of them fail, every call rejects with
 * that.
 */
export function startWorker(boot: SecureBoot, onEvent: (event: WorkerEvent) => void): WorkerPort {
  const url = trustedUrl(workerUrl)
  let live = launch(url, onEvent)
  let waiting: ReturnType<typeof setTimeout> | undefined
  const started = new Promise<void>((resolve, reject) => {
    const begin = (left: number) => {
      const mine = live
      let isOver = false
      const settle = (then: () => void) => () => {
        if (!isOver) then()
        isOver = true
      }
      const lost = () => {
        mine.destroy()
        if (left === 0)
          return reject(new RpcError(codes.disconnected, frameReasons.loadFailed, { data: { reason: frameReasons.loadFailed } }))
        waiting = setTimeout(() => {
          live = launch(url, onEvent)
          begin(left - 1)
        }, again.pause)
      }
      mine.worker.addEventListener('error', settle(lost), { once: true })
      mine.start(boot).then(settle(resolve), (error) => settle(() => reject(error))())
    }
    begin(again.times)
  })
  // Every call waits for it, and says why it failed.
  started.catch(() => undefined)
  return {
    started,
    call: (method, params, signal) => live.wallet.call(method, params, { timeout: null, signal }),
    decide: (decision) => live.ask('decide', decision),
    setLimit: (requestId, amount) => live.ask('setLimit', { requestId, amount }),
    // A port that the Worker cannot serve is closed: the window hears that.
    attach: (port) => void live.ask('serveSecurity', { port }).catch(() => undefined),
    destroy() {
      clearTimeout(waiting)
      live.destroy()
    },
  }
}
