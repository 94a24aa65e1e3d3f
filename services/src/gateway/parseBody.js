import { isWithin, rawElements, rawMembers } from './rawJson.js'

/**
 * A valid call. `id` and `params` are JSON text, exactly as they came.
 *
 * @typedef {{ readonly id: string, readonly method: string, readonly params: string }} Call
 */

/**
 * One element of a body. A notification wants no answer; what is invalid is answered with -32600 and its id as far as it has one.
 *
 * @typedef {{ readonly kind: 'call', readonly call: Call } | { readonly kind: 'notification' } | { readonly kind: 'invalid', readonly id: string }} Item
 */

/** @typedef {{ readonly kind: 'single', readonly item: Item } | { readonly kind: 'batch', readonly items: readonly Item[] }} Body */

/** Longer names are no methods, and would only fill logs and caches. */
const maxMethodLength = 100
/** A thousand calls of a batch have some twenty thousand values; no parameter of a node's method nests deeper than ten. */
export const mostValues = { depth: 64, values: 200_000 }

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * @param {unknown} value
 * @param {string} text
 * @returns {Item}
 */
function readItem(value, text) {
  if (!isObject(value)) return { kind: 'invalid', id: 'null' }
  const members = rawMembers(text)
  const id = members.get('id')
  const idIsValid = id === undefined || value.id === null || typeof value.id === 'string' || typeof value.id === 'number'
  /** @type {Item} */
  const invalid = { kind: 'invalid', id: idIsValid ? (id ?? 'null') : 'null' }
  const { jsonrpc, method, params } = value
  if (!idIsValid || jsonrpc !== '2.0' || typeof method !== 'string' || method === '' || method.length > maxMethodLength) return invalid
  if (params !== undefined && (typeof params !== 'object' || params === null)) return invalid
  return id === undefined ? { kind: 'notification' } : { kind: 'call', call: { id, method, params: members.get('params') ?? '[]' } }
}

/**
 * Reads the body of a request (JSON-RPC 2.0).
 *
 * @param {string} text
 * @returns {Body | null} null when it is not JSON
 */
export function parseBody(text) {
  /** @type {unknown} */
  let value
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) return { kind: 'single', item: readItem(value, text) }
  const texts = rawElements(text)
  return { kind: 'batch', items: value.map((element, index) => readItem(element, texts[index] ?? '')) }
}

const decoder = new TextDecoder()

/**
 * As {@link parseBody}, from what came over the wire.
 *
 * @param {Uint8Array} bytes
 * @returns {Body | null | 'too-complex'} `too-complex` when it nests deeper or holds more values than any request does
 */
export function readRequest(bytes) {
  const text = decoder.decode(bytes)
  return isWithin(text, mostValues) ? parseBody(text) : 'too-complex'
}
