import { limits } from './constants.js'
import { codes, errorText, type Result, RpcError, toWireError } from './errors.js'
import { messageSize } from './messageSize.js'
import { wireErrors } from './messages.js'

/** A method as the bridge calls it: the parameters, already checked, and a signal that fires when the peer aborts or is gone. */
export type Handler = (params: never, context: { signal: AbortSignal }) => unknown

export type Inbound = {
  /** Answers one call of the peer; never rejects. */
  dispatch(method: unknown, params: unknown): Promise<Result<unknown>>
  /** The peer is gone: its calls are aborted and no longer counted. */
  abandon(): void
}

/** The `id` that user-facing calls carry, by which they can be aborted. */
export function callId(params: unknown): string | undefined {
  const id = typeof params === 'object' && params !== null ? (params as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : undefined
}

/** @throws RpcError -32600 when a message is above 1 MB */
export function checkSize<T>(value: T): T {
  if (messageSize(value, limits.bridgeMessageBytes) > limits.bridgeMessageBytes)
    throw new RpcError(codes.invalidRequest, wireErrors.invalidRequest)
  return value
}

/**
 * The receiving half of a Bridge: looks a method up in a table without prototype, bounds what the peer can make us do at once,
 * validates, and turns whatever happens into a `Result`: codes and data arrive, a stack does not.
 */
export function createInbound(
  methods: Readonly<Record<string, Handler>>,
  validate: Readonly<Record<string, ((params: unknown) => unknown) | undefined>>,
): Inbound {
  const table: Readonly<Record<string, Handler>> = Object.freeze(Object.assign(Object.create(null), methods))
  const validators: typeof validate = Object.assign(Object.create(null), validate)
  let running = new Map<unknown, AbortController>()

  function parse(method: string, params: unknown): unknown {
    try {
      return validators[method] ? validators[method](params) : params
    } catch (error) {
      throw new RpcError(codes.invalidParams, errorText(error))
    }
  }

  async function run(calls: typeof running, method: unknown, params: unknown): Promise<unknown> {
    const handler = typeof method === 'string' ? table[method] : undefined
    if (!handler) throw new RpcError(codes.methodNotFound, wireErrors.methodNotFound)
    if (calls.size >= limits.bridgeInFlight) throw new RpcError(codes.limitExceeded, wireErrors.limitExceeded)
    const checked = parse(method as string, checkSize(params))
    const key = callId(checked) ?? {}
    // A second call under a running id would steal the first one's abort.
    if (calls.has(key)) throw new RpcError(codes.invalidRequest, wireErrors.invalidRequest)
    const controller = new AbortController()
    calls.set(key, controller)
    try {
      return checkSize(await handler(checked as never, controller))
    } finally {
      calls.delete(key)
    }
  }

  return {
    async dispatch(method, params) {
      try {
        // Not counted, so that calls can be aborted when the limit is reached.
        if (method === 'abort') return { ok: true, value: running.get(callId(params))?.abort() }
        return { ok: true, value: await run(running, method, params) }
      } catch (error) {
        return { ok: false, error: toWireError(error) }
      }
    },
    abandon() {
      for (const controller of running.values()) controller.abort()
      // Wallet requests of a frame that is gone may stay open for hours: they must not use up the new frame's calls.
      running = new Map()
    },
  }
}
