import { rawElements, rawMembers } from './rawJson.js'

/**
 * `retryAfter`: seconds until it is worth trying again.
 *
 * @typedef {{ readonly kind: 'failed', readonly limited: boolean, readonly retryAfter: number }} Failed
 */

/**
 * What became of a call. `raw` is JSON text; `failed` means that no upstream answered.
 *
 * @typedef {{ readonly kind: 'result', readonly raw: string } | { readonly kind: 'error', readonly raw: string, readonly code: number, readonly message: string } | Failed} Outcome
 */

/** What JSON-RPC 2.0 calls an internal error: for a node that gives its error no code. */
const internal = -32_603

/**
 * @param {unknown} value
 * @param {string} text
 * @returns {Outcome | null}
 */
function toOutcome(value, text) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const members = rawMembers(text)
  const { error } = /** @type {{ error?: unknown }} */ (value)
  if (error !== undefined && error !== null) {
    // JSON-RPC 2.0: an error is an object. A word is what something else than a node says.
    if (typeof error !== 'object') return null
    const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error)
    return {
      kind: 'error',
      raw: members.get('error') ?? 'null',
      code: Number.isInteger(Number(code ?? Number.NaN)) ? Number(code) : internal,
      message: typeof message === 'string' ? message : '',
    }
  }
  const raw = members.get('result')
  return raw === undefined ? null : { kind: 'result', raw }
}

/**
 * Reads a node's answer to one call.
 *
 * @param {string} text
 * @returns {Outcome | null} null when it is none
 */
export function readReply(text) {
  try {
    return toOutcome(JSON.parse(text), text)
  } catch {
    return null
  }
}

/**
 * Reads a node's answer to a batch whose ids were 0, 1, 2, …
 *
 * @param {string} text
 * @param {number} size
 * @returns {(Outcome | undefined)[] | null} one entry per call, undefined where the node left it out; null when it is no answer to a batch
 */
export function readBatchReply(text, size) {
  /** @type {unknown} */
  let value
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) return null
  /** @type {(Outcome | undefined)[]} */
  const outcomes = new Array(size).fill(undefined)
  const texts = rawElements(text)
  for (const [index, element] of value.entries()) {
    const id = /** @type {{ id?: unknown } | null} */ (element)?.id
    if (typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < size)
      outcomes[id] = toOutcome(element, texts[index] ?? '') ?? undefined
  }
  return outcomes
}
