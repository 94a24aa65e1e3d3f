/**
 * JSON-RPC frames of the relay. Clients number their calls with 19 digits, more than a double holds, so an id is kept as the JSON text
 * it came in and echoed letter by letter.
 */
export type Frame =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly params: unknown }
  | { readonly kind: 'response'; readonly id: string; readonly ok: boolean }

/** Cannot start a JSON string in the raw, so it marks what was a number. */
const mark = '\u0000'
const numberOrString = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g

const protectIntegers = (text: string) =>
  text.replace(numberOrString, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : JSON.stringify(mark + token),
  )

/** The id as JSON text; undefined for what no id may be. */
function idText(id: unknown): string | undefined {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
  if (typeof id !== 'string' || id.length === 0 || id.length > 64) return undefined
  return /^\0-?\d+$/.test(id) ? id.slice(1) : JSON.stringify(id)
}

/**
 * Reads one frame.
 *
 * @returns undefined for anything that is neither a JSON-RPC 2.0 request with an id nor a response
 */
export function readFrame(text: string): Frame | undefined {
  let value: unknown
  try {
    value = JSON.parse(protectIntegers(text))
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { id, jsonrpc, method, params, result } = value as Record<string, unknown>
  const raw = idText(id)
  if (raw === undefined || jsonrpc !== '2.0') return undefined
  if (typeof method === 'string') return { kind: 'request', id: raw, method, params }
  return { kind: 'response', id: raw, ok: result === true }
}

/** The answer to the call with this id (JSON text, as {@link readFrame} gave it). */
export function resultFrame(id: string, result: unknown): string {
  return `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** The refusal of the call with this id (JSON text, as {@link readFrame} gave it). */
export function errorFrame(id: string, error: { readonly code: number; readonly message: string }): string {
  return `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`
}
