import * as codes from './errors/codes.js'
import { errors } from './messages.js'

export * as codes from './errors/codes.js'

/** An error as it crosses a wire: no class, no stack (a stack would leak the sender's URLs). */
export type WireError = { readonly code: number; readonly message: string; readonly data?: unknown }

/** What every Bridge method answers. Nothing is thrown across a wire: penpal would drop `code` and `data`. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }

/**
 * The one error class of the product. `code` is one of {@link codes}: EIP-1193, EIP-1474, or the wallet's own. `data` crosses a wire as it is.
 *
 * @example
 * const error = new RpcError(-32001, 'No accounts', { data: { reason: 'no_accounts' } })
 */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly data?: unknown
  constructor(code: number, message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}

/**
 * Reads a property of anything without trusting it: wallets throw objects that are frozen, of another realm, or have getters that throw.
 *
 * @returns undefined when there is none, or reading it throws
 * @example
 * readProperty({ code: 4001 }, 'code') // 4001
 * readProperty(null, 'code') // undefined
 */
export function readProperty(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

/**
 * The text of anything thrown: a string as it is, the message of the first zod issue, `message`, else 'An error occurred'.
 *
 * @example
 * errorText(new Error('Not now')) // 'Not now'
 */
export function errorText(error: unknown): string {
  if (typeof error === 'string' && error) return error
  const issues = readProperty(error, 'issues')
  const issue = Array.isArray(issues) ? readProperty(issues[0], 'message') : undefined
  if (typeof issue === 'string' && issue) return issue
  const message = readProperty(error, 'message')
  return typeof message === 'string' && message ? message : errors.fallback
}

/**
 * Turns anything thrown into a {@link WireError}. A code stays as it is; an error without one gets -32603.
 *
 * @example
 * toWireError(new Error('Not now')) // { code: -32603, message: 'Not now' }
 */
export function toWireError(error: unknown): WireError {
  const code = readProperty(error, 'code')
  const data = readProperty(error, 'data')
  const wire = { code: typeof code === 'number' ? code : codes.internal, message: errorText(error) }
  return data === undefined ? wire : { ...wire, data }
}
