import { codes, RpcError } from './errors.js'
import { wireErrors } from './messages.js'

/**
 * Tells whether a value is `0x` and whole bytes: an even number of hexadecimal digits, also none.
 *
 * @example
 * isHex('0x0f') // true
 * isHex('0xf') // false
 */
export function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}

/**
 * Puts zeros in front until there are `size` bytes.
 *
 * @param value `0x` and whole bytes
 * @param size bytes
 * @throws RpcError -32602 'Invalid params' for a value that is not hex, or is longer
 * @example
 * padHex('0x01', 4) // '0x00000001'
 */
export function padHex(value: string, size: number): `0x${string}` {
  if (!isHex(value) || value.length > 2 + 2 * size) throw new RpcError(codes.invalidParams, wireErrors.invalidParams)
  return `0x${value.slice(2).padStart(2 * size, '0')}`
}

/**
 * The bytes of a text (UTF-8).
 *
 * @example utf8ToHex('Hello') // '0x48656c6c6f'
 */
export function utf8ToHex(text: string): `0x${string}` {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
