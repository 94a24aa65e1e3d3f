import { codes, errors, limits, type Result, RpcError, retryableCodes, retryableStatuses, toWireError } from '@latchkey/protocol'
import { z } from '../lib/schema.js'
import { httpError } from './http.js'

export type RpcCall = { readonly method: string; readonly params: unknown }

/** Why a whole POST brought nothing: the transport's failure, to be told from a node's own answer. */
export type TransportFailure = {
  readonly error: RpcError
  readonly retryable: boolean
  /** Milliseconds that the server asked us to wait, if it did. */
  readonly retryAfter?: number | undefined
}

const reply = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})
const replies = z.array(reply)

/** `Retry-After` is seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

const failure = (cause: unknown, retryable: boolean, retryAfter?: number): TransportFailure => ({
  error: new RpcError(codes.internal, cause instanceof Error && cause.cause instanceof Response ? cause.message : errors.fallback, {
    cause,
  }),
  retryable,
  retryAfter,
})

/** What the node said to one call. */
function toResult(answer: z.infer<typeof reply> | undefined): Result<unknown> {
  if (!answer) return { ok: false, error: { code: codes.internal, message: errors.fallback } }
  if (answer.error) return { ok: false, error: toWireError(answer.error) }
  return { ok: true, value: answer.result ?? null }
}

/**
 * One POST of one or many JSON-RPC 2.0 calls to one URL. No retry here.
 *
 * @returns one result per call in the order of the calls, or why the POST failed as a whole
 * @throws the signal's reason when it fires
 */
export async function post(
  url: string,
  calls: readonly RpcCall[],
  now: () => number,
  signal?: AbortSignal,
): Promise<readonly Result<unknown>[] | TransportFailure> {
  const messages = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params ?? [] }))
  const timeout = AbortSignal.timeout(limits.rpcTimeout)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const body = await response.json().catch(() => undefined)
    const answers = replies.safeParse(Array.isArray(body) ? body : [body])
    if (!response.ok) {
      // A node's own error inside a refused POST says more than the status does.
      const only = answers.success && calls.length === 1 ? answers.data[0] : undefined
      const retryable = retryableStatuses.includes(response.status)
      if (only?.error && !retryable) return [toResult(only)]
      return failure(httpError(response), retryable, parseRetryAfter(response.headers.get('retry-after'), now()))
    }
    if (!answers.success) return failure(answers.error, true)
    const byId = new Map(answers.data.map((answer) => [answer.id, answer]))
    return calls.map((_, id) => toResult(byId.get(id)))
  } catch (error) {
    signal?.throwIfAborted()
    // Nobody answered, or not within 10 s.
    return failure(error, true)
  }
}

/** Whether a node's own error is worth another try (-1, limit exceeded, internal). */
export function isRetryable(result: Result<unknown>): boolean {
  return !result.ok && retryableCodes.includes(result.error.code)
}
