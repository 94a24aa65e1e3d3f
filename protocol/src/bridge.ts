/*
 * How two documents, or a document and its Worker, call each other. Both ends are this file. What carries the messages is a parameter, the
 * messenger: windowMessenger.ts for a page and its frame, portMessenger.ts for a `MessagePort` or a Worker.
 *
 * Every messenger:
 *
 * 1. Each end has a fixed table of methods. A call is one message, and so is its answer: penpal's `CALL` and `REPLY`, whatever carries them.
 * 2. The end that is called looks the method up, checks size, number of calls and parameters, and answers with a `Result`: nothing is ever
 *    thrown across the wire (bridgeInbound.ts).
 * 3. The end that calls keeps a ledger (`pending`): a call is in it until it is answered, times out, is aborted or loses its peer. There are
 *    at most 32, of 1 MB each.
 * 4. To abort a call, its `id` is sent by the method `abort`; the call then settles by what its own answer says.
 * 5. The end is final: `destroy`, a peer that is gone, or none within `timeout`. What is pending rejects with 4900.
 *
 * Between windows documents come, reload and go. The page is the end whose methods answer `hello`; the frame is the one that says it:
 *
 * 6. The messenger tells that a document is expected: calls wait. It tells that one is connected, by one port to one exact origin.
 * 7. The frame sends its calls from then on. Its first is `hello`, with an epoch, an id of its document.
 * 8. The page's handler calls `renew(epoch)` and answers with what the frame starts from. Behind that answer go the calls that have waited.
 * 9. A frame that reloads begins again at 6, with another epoch: what the old document was asked rejects with 4900, and idempotent calls are
 *    sent again, once.
 */

import { callId, checkSize, createInbound, type Handler } from './bridgeInbound.js'
import type { Bridge, BridgeMessage, BridgeOptions } from './bridgeTypes.js'
import { limits } from './constants.js'
import { codes, type Result, RpcError, toWireError } from './errors.js'
import { errors, frameReasons, wireErrors } from './messages.js'

export type * from './bridgeTypes.js'
export { portMessenger } from './portMessenger.js'
export { reportInvalid } from './reportInvalid.js'

type Call = {
  readonly method: string
  readonly params: unknown
  readonly timeout: number | null
  sent: boolean
  again: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
  settle(result: Result<unknown>): void
}

const failure = (code: number, message: string, reason?: string): Result<never> => ({
  ok: false,
  error: { code, message, ...(reason && { data: { reason } }) },
})
const gone = failure(codes.disconnected, wireErrors.disconnected)
const aborted = failure(codes.userRejected, errors.requestAborted)
const uncloneable = failure(codes.invalidParams, wireErrors.invalidParams)

/**
 * One end of the wire between two documents, or a document and its Worker: errors with their codes, a ledger of pending calls so that none
 * hangs when the peer reloads, limits, validation and abort.
 *
 * @example
 * import { createBridge, portMessenger } from '@latchkey/protocol/bridge'
 *
 * type Sums = { add(params: { readonly to: number }): number }
 * const { port1, port2 } = new MessageChannel()
 * createBridge<Sums, Record<string, never>>({ messenger: portMessenger(port1), methods: { add: ({ to }) => to + 1 } })
 * const sums = createBridge<Record<string, never>, Sums>({ messenger: portMessenger(port2), methods: {} })
 * const three = await sums.call('add', { to: 2 })
 */
export function createBridge<Local, Remote>(options: BridgeOptions<Local, Remote>): Bridge<Remote> {
  const { messenger, timeout = limits.frameLoadTimeout } = options
  const inbound = createInbound(
    options.methods as unknown as Record<string, Handler>,
    (options.validate ?? {}) as Record<string, undefined>,
  )
  const answersHello = 'hello' in options.methods
  const idempotent = (options.idempotent ?? []) as readonly string[]
  const pending = new Map<unknown, Call>()
  // Begins with the time: an answer to a document that has reloaded is none of its next one's.
  let last = Date.now()
  let epoch: string | undefined
  let renewed = false
  let open = false
  let closed: Result<never> | undefined
  let loading: ReturnType<typeof setTimeout> | undefined
  let settleReady: (error?: RpcError) => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    settleReady = (error) => (error ? reject(error) : resolve())
  })
  // Callers that do not wait for it get the error from their calls.
  ready.catch(() => {})

  function post(message: BridgeMessage): Result<never> | undefined {
    try {
      messenger.post(message)
    } catch (error) {
      return (error as Error).name === 'DataCloneError' ? uncloneable : gone
    }
  }

  function send(id: unknown, call: Call) {
    const failed = post({ type: 'CALL', id, args: [call.method, call.params] })
    if (failed) return call.settle(failed)
    // The messenger found another document there: the call waits for it.
    if (!open) return
    call.sent = true
    if (call.timeout !== null)
      call.timer = setTimeout(() => {
        abort(call.params)
        call.settle(failure(codes.internal, frameReasons.requestTimeout, frameReasons.requestTimeout))
      }, call.timeout)
  }

  function abort(params: unknown) {
    const id = callId(params)
    // Its answer says nothing that anybody waits for.
    if (id !== undefined) post({ type: 'CALL', id: ++last, args: ['abort', { id }] })
    return id !== undefined
  }

  function start() {
    clearTimeout(loading)
    open = true
    settleReady()
    for (const [id, call] of pending) if (!call.sent) send(id, call)
  }

  async function receive(message: BridgeMessage) {
    if (message.type === 'REPLY') return pending.get(message.callId)?.settle(message.value)
    const method = message.args?.[0]
    const result = await inbound.dispatch(method, message.args?.[1])
    if (closed) return
    const reply = (value: Result<unknown>) => post({ type: 'REPLY', callId: message.id, value })
    // An answer that cannot be cloned, or has no port any more.
    const failed = reply(result)
    if (failed) reply(result.ok ? failed : failure(result.error.code, result.error.message))
    // Calls that waited go out behind hello's answer: the frame knows its options before anything is asked of it.
    if (method !== 'hello' || !renewed) return
    renewed = false
    start()
  }

  function close(result: Result<never>) {
    if (closed) return
    closed = result
    open = false
    clearTimeout(loading)
    messenger.close()
    inbound.abandon()
    settleReady(toError(result))
    for (const call of pending.values()) call.settle(result)
  }

  messenger.listen(receive, (peer) => {
    if (peer === 'gone') return close(gone)
    if (peer === 'connected') return answersHello || start()
    // The page of a frame does not reload under it.
    if (open && !answersHello) return
    open = false
    clearTimeout(loading)
    loading = setTimeout(() => close(failure(codes.disconnected, frameReasons.loadFailed, frameReasons.loadFailed)), timeout)
  })

  return {
    ready,
    call(method, params, { timeout = limits.bridgeReadTimeout, signal } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) throw toError(aborted)
        if (closed) throw toError(closed)
        if (pending.size >= limits.bridgeInFlight) throw new RpcError(codes.limitExceeded, wireErrors.limitExceeded)
        try {
          checkSize(params)
        } catch (error) {
          throw error instanceof RpcError ? error : toError(uncloneable)
        }
        const onAbort = () => {
          if (!call.sent || !abort(params)) call.settle(aborted)
        }
        const id = ++last
        const call: Call = {
          method,
          params,
          timeout,
          sent: false,
          again: false,
          settle(result) {
            if (!pending.delete(id)) return
            clearTimeout(call.timer)
            signal?.removeEventListener('abort', onAbort)
            try {
              checkSize(result)
              if (result?.ok !== true) throw toError(result)
              resolve(result.value as never)
            } catch (error) {
              reject(error)
            }
          },
        }
        pending.set(id, call)
        signal?.addEventListener('abort', onAbort)
        if (open) send(id, call)
      })
    },
    renew(next) {
      renewed = true
      if (epoch === next) return
      if (epoch !== undefined) {
        // What is asked from now on waits for the new document's own hello: it hears nothing before.
        open = false
        inbound.abandon()
        for (const call of pending.values()) {
          if (!call.sent) continue
          clearTimeout(call.timer)
          if (call.again || !idempotent.includes(call.method)) call.settle(gone)
          else {
            call.again = true
            call.sent = false
          }
        }
      }
      epoch = next
    },
    destroy: () => close(gone),
  }
}

/** The peer's answer is data from another origin: whatever is wrong with it, an RpcError comes out. */
function toError(result: Result<unknown>): RpcError {
  const { code, message, data } = toWireError((result as { readonly error?: unknown } | undefined)?.error)
  return new RpcError(code, message, { data })
}
