import { codes } from '@latchkey/protocol'
import type { Outcome } from './readReply.js'

/** An error of our own. */
export function errorOutcome(code: number, message: string): Outcome {
  return { kind: 'error', raw: JSON.stringify({ code, message }), code, message }
}

/** Writes the answer to one call. */
export function writeReply(id: string, outcome: Outcome): string {
  if (outcome.kind === 'result') return `{"jsonrpc":"2.0","id":${id},"result":${outcome.raw}}`
  if (outcome.kind === 'error') return `{"jsonrpc":"2.0","id":${id},"error":${outcome.raw}}`
  const error = outcome.limited
    ? { code: codes.limitExceeded, message: "The chain's nodes limit requests at the moment" }
    : { code: codes.internal, message: "The chain's nodes are temporarily unavailable" }
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`
}
