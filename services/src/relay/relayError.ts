import { codes, errorText } from '@latchkey/protocol'
import { ZodError } from 'zod'

/** Something the client may read: a limit it met. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}

/** What a client is told of a failed call. The cause of an internal error stays here. */
export function toRelayError(error: unknown): { readonly code: number; readonly message: string } {
  if (error instanceof ZodError) return { code: codes.invalidParams, message: errorText(error) }
  if (error instanceof RelayError) return { code: codes.limitExceeded, message: error.message }
  return { code: codes.internal, message: 'Internal error' }
}
