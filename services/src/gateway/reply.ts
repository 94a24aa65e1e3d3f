import { codes } from '@latchkey/protocol'
import { rawElements, rawMembers } from './rawJson.js'

/** What became of a call. `raw` is JSON text; `failed` means that no upstream answered. */
export type Outcome =
  | { readonly kind: 'result'; readonly raw: string }
  | { readonly kind: 'error'; readonly raw: string; readonly code: number; readonly message: string }
  | Failed

/** `retryAfter`: seconds until it is worth trying again. */
export type Failed = { readonly kind: 'failed'; readonly limited: boolean; readonly retryAfter: number }

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

function toOutcome(value: unknown, text: string): Outcome | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const members = rawMembers(text)
  const { error } = value as { error?: unknown }
  if (error !== undefined && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown }
    return {
      kind: 'error',
      raw: members.get('error') ?? 'null',
      code: typeof code === 'number' ? code : codes.internal,
      message: typeof message === 'string' ? message : '',
    }
  }
  const raw = members.get('result')
  return raw === undefined ? null : { kind: 'result', raw }
}

/** Reads a node's answer to one call; null when it is none. */
export function readReply(text: string): Outcome | null {
  try {
    return toOutcome(JSON.parse(text), text)
  } catch {
    return null
  }
}

/**
 * Reads a node's answer to a batch whose ids were 0, 1, 2, …
 *
 * @returns one entry per call, undefined where the node left it out; null when it is no answer to a batch
 */
export function readBatchReply(text: string, size: number): (Outcome | undefined)[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) return null
  const outcomes = new Array<Outcome | undefined>(size).fill(undefined)
  const texts = rawElements(text)
  for (const [index, element] of value.entries()) {
    const id = (element as { id?: unknown } | null)?.id
    if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < size)
      outcomes[id] = toOutcome(element, texts[index] ?? '') ?? undefined
  }
  return outcomes
}
