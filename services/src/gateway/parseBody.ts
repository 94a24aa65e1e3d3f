import { rawElements, rawMembers } from './rawJson.js'

/** A valid call. `id` and `params` are JSON text, exactly as they came. */
export type Call = { readonly id: string; readonly method: string; readonly params: string }

/** One element of a body. A notification wants no answer; what is invalid is answered with -32600 and its id as far as it has one. */
export type Item =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'notification' }
  | { readonly kind: 'invalid'; readonly id: string }

export type Body = { readonly kind: 'single'; readonly item: Item } | { readonly kind: 'batch'; readonly items: readonly Item[] }

/** Longer names are no methods, and would only fill logs and caches. */
const maxMethodLength = 100

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readItem(value: unknown, text: string): Item {
  if (!isObject(value)) return { kind: 'invalid', id: 'null' }
  const members = rawMembers(text)
  const id = members.get('id')
  const idIsValid = id === undefined || value.id === null || typeof value.id === 'string' || typeof value.id === 'number'
  const invalid: Item = { kind: 'invalid', id: idIsValid ? (id ?? 'null') : 'null' }
  const { jsonrpc, method, params } = value
  if (!idIsValid || jsonrpc !== '2.0' || typeof method !== 'string' || method === '' || method.length > maxMethodLength) return invalid
  if (params !== undefined && (typeof params !== 'object' || params === null)) return invalid
  return id === undefined ? { kind: 'notification' } : { kind: 'call', call: { id, method, params: members.get('params') ?? '[]' } }
}

/**
 * Reads the body of a request (JSON-RPC 2.0).
 *
 * @returns null when it is not JSON
 */
export function parseBody(text: string): Body | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(value)) return { kind: 'single', item: readItem(value, text) }
  const texts = rawElements(text)
  return { kind: 'batch', items: value.map((element, index) => readItem(element, texts[index] ?? '')) }
}
