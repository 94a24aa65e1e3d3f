/*
 * How a page and its frame talk to each other. Both ends use this file; the page is the end whose methods answer `hello`.
 *
 * 1. Each end listens to one window and one exact origin (bridgeMessenger.ts). penpal shakes hands (SYN, ACK) and opens a MessagePort.
 * 2. Over it each end offers one method, `dispatch(method, params)`. It looks the method up in a fixed table, checks size, number of calls
 *    and parameters, and resolves with a `Result`: nothing is ever thrown across the wire (bridgeInbound.ts).
 * 3. The frame says `hello` with an epoch, an id of its document. The page's handler calls `renew(epoch)` and answers with what the frame
 *    starts from.
 * 4. Behind that answer the page sends the calls that have waited. The frame does not wait: it sends once the port is open.
 * 5. A call is in the ledger (`pending`) until it is answered, times out, is aborted or loses its peer. There are at most 32, of 1 MB each.
 * 6. To abort a call, its `id` is sent by `abort`; the call then settles by what its own answer says.
 * 7. A frame that reloads shakes hands anew: calls wait. Its `hello` brings another epoch: what the old document was asked rejects with
 *    4900, and idempotent calls are sent again, once.
 * 8. A frame that the page moved has another window: the next message from it, or the next call, starts again at 1.
 * 9. The end is final: `destroy`, the peer's own end, a window that is gone, or no peer within `timeout`. What is pending rejects with 4900.
 */

import { connect, type Methods } from 'penpal'
import { callId, checkSize, createInbound, type Handler } from './bridgeInbound.js'
import { createMessenger } from './bridgeMessenger.js'
import type { Bridge, BridgeOptions } from './bridgeTypes.js'
import { limits } from './constants.js'
import { codes, type Result, RpcError, toWireError } from './errors.js'
import { errors, frameReasons, wireErrors } from './messages.js'

export type * from './bridgeTypes.js'
export { reportInvalid } from './reportInvalid.js'

type Call = {
  readonly method: string
  readonly params: unknown
  readonly timeout: number | null
  state: 'waiting' | 'sent'
  again: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
  settle(result: Result<unknown>): void
}

const failure = (code: number, message: string, reason?: string): Result<never> => ({
  ok: false,
  error: reason ? { code, message, data: { reason } } : { code, message },
})
const gone = failure(codes.disconnected, wireErrors.disconnected)

/**
 * One end of the connection between a page and its frame. penpal connects the two and moves messages; this adds errors with their codes, a ledger of
 * pending calls so that none hangs when the frame reloads, limits, validation and abort.
 *
 * @returns `call` is usable at once: calls wait until the other end is there
 * @throws TypeError, RpcError -32602 when `origin` is not an exact origin
 * @example
 * type Clock = { now(params: { zone: string }): number }
 * type Page = { report(params: { text: string }): void }
 *
 * const bridge = createBridge<Page, Clock>({
 *   remoteWindow: () => document.querySelector('iframe')?.contentWindow ?? null,
 *   origin: 'https://clock.example',
 *   methods: { report: ({ text }) => console.log(text) },
 * })
 * const time: number = await bridge.call('now', { zone: 'UTC' }, { timeout: 5_000 })
 */
export function createBridge<Local, Remote>(options: BridgeOptions<Local, Remote>): Bridge<Remote> {
  const { remoteWindow, origin, timeout = limits.frameLoadTimeout } = options
  // penpal reads '*' as "anybody".
  if (new URL(origin).origin !== origin) throw new RpcError(codes.invalidParams, wireErrors.invalidParams)
  const inbound = createInbound(
    options.methods as unknown as Record<string, Handler>,
    (options.validate ?? {}) as Record<string, undefined>,
  )
  const answersHello = 'hello' in options.methods
  const idempotent = (options.idempotent ?? []) as readonly string[]
  const pending = new Set<Call>()
  let connection: { destroy(): void } | undefined
  let target: Window | null = null
  let peer: string | undefined
  let remote: { dispatch(method: string, params: unknown): Promise<unknown> } | undefined
  let epoch: string | undefined
  let greeting: unknown
  let renewed = false
  let open = false
  let closed: Result<never> | undefined
  let cloneFailed = false
  let loading: ReturnType<typeof setTimeout> | undefined
  let settleReady: (error?: RpcError) => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    settleReady = (error) => (error ? reject(error) : resolve())
  })
  // Callers that do not wait for it get the error from their calls.
  ready.catch(() => {})

  function send(call: Call) {
    const via = remote
    call.state = 'sent'
    cloneFailed = false
    // penpal rejects when a connection is destroyed. The calls of a replaced one wait for the next epoch instead.
    const fail = () => via === remote && call.settle(gone)
    try {
      via?.dispatch(call.method, call.params).then((result) => call.settle(result as Result<unknown>), fail)
    } catch {
      fail()
    }
    if (cloneFailed) call.settle(failure(codes.invalidParams, wireErrors.invalidParams))
    if (call.timeout !== null && pending.has(call))
      call.timer = setTimeout(() => {
        abort(call.params)
        call.settle(failure(codes.internal, frameReasons.requestTimeout, frameReasons.requestTimeout))
      }, call.timeout)
  }

  function abort(params: unknown) {
    const id = callId(params)
    if (id !== undefined) remote?.dispatch('abort', { id }).catch(() => {})
    return id !== undefined
  }

  function start() {
    clearTimeout(loading)
    open = true
    settleReady()
    for (const call of pending) if (call.state === 'waiting') send(call)
  }

  /** Calls wait from here until the peer's document is there, at most `timeout`. */
  function expectPeer() {
    open = false
    clearTimeout(loading)
    loading = setTimeout(() => close(failure(codes.disconnected, frameReasons.loadFailed, frameReasons.loadFailed)), timeout)
  }

  function attach() {
    remote = undefined
    connection?.destroy()
    target = remoteWindow()
    if (!target) return close(gone)
    peer = undefined
    expectPeer()
    const messenger = createMessenger(target, origin, {
      peer(id) {
        if (answersHello && peer !== undefined && peer !== id) expectPeer()
        peer = id
      },
      gone: () => close(gone),
      replied(result) {
        // Calls that waited are sent after the answer to hello, so that the frame knows its options before the first call.
        if (result !== greeting || !renewed) return
        renewed = false
        start()
      },
      uncloneable: () => {
        cloneFailed = true
      },
    })
    const methods: Methods = Object.freeze(Object.assign(Object.create(null), { dispatch }))
    const opened = connect<Methods>({ messenger, methods })
    connection = opened
    opened.promise.then(
      (proxy) => {
        if (connection !== opened || closed) return
        remote = proxy as unknown as typeof remote
        if (!answersHello) start()
      },
      () => connection === opened && close(gone),
    )
  }

  async function dispatch(method: unknown, params: unknown) {
    const result = await inbound.dispatch(method, params)
    if (method === 'hello') greeting = result
    return result
  }

  /** A frame that the page moved has a new window, whose messages penpal ignores: connect to that one. */
  function watch(event: MessageEvent) {
    if (event.origin === origin && event.source !== target && event.source === remoteWindow()) attach()
  }

  function close(result: Result<never>) {
    if (closed) return
    closed = result
    clearTimeout(loading)
    removeEventListener('message', watch)
    connection?.destroy()
    inbound.abandon()
    settleReady(toError(result))
    for (const call of pending) call.settle(result)
  }

  addEventListener('message', watch)
  attach()

  return {
    ready,
    call(method, params, { timeout = limits.bridgeReadTimeout, signal } = {}) {
      return new Promise((resolve, reject) => {
        const refuse = (code: number, message: string) => reject(new RpcError(code, message))
        if (signal?.aborted) return refuse(codes.userRejected, errors.requestAborted)
        if (!closed && remoteWindow() !== target) attach()
        if (closed) return reject(toError(closed))
        if (pending.size >= limits.bridgeInFlight) return refuse(codes.limitExceeded, wireErrors.limitExceeded)
        try {
          checkSize(params)
        } catch (error) {
          return reject(error instanceof RpcError ? error : new RpcError(codes.invalidParams, wireErrors.invalidParams))
        }
        const onAbort = () => {
          if (call.state === 'waiting' || !abort(params)) call.settle(failure(codes.userRejected, errors.requestAborted))
        }
        const call: Call = {
          method,
          params,
          timeout,
          state: 'waiting',
          again: false,
          settle(result) {
            if (!pending.delete(call)) return
            clearTimeout(call.timer)
            signal?.removeEventListener('abort', onAbort)
            try {
              checkSize(result)
              if (result?.ok === true) resolve(result.value as never)
              else reject(toError(result))
            } catch (error) {
              reject(error)
            }
          },
        }
        pending.add(call)
        signal?.addEventListener('abort', onAbort)
        if (open) send(call)
      })
    },
    renew(next) {
      renewed = true
      if (epoch === next) return
      if (epoch !== undefined) {
        inbound.abandon()
        for (const call of pending) {
          if (call.state === 'waiting') continue
          clearTimeout(call.timer)
          if (call.again || !idempotent.includes(call.method)) call.settle(gone)
          else Object.assign(call, { again: true, state: 'waiting' })
        }
      }
      epoch = next
    },
    destroy: () => close(gone),
  }
}

/** The peer's answer is data from another origin: whatever is wrong with it, an RpcError comes out. */
function toError(result: Result<unknown>): RpcError {
  const { code, message, data } = toWireError(result?.ok === false ? result.error : undefined)
  return new RpcError(code, message, data === undefined ? {} : { data })
}
