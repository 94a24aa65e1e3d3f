import { codes, RpcError } from './errors.js'
import { wireErrors } from './messages.js'

/** Whole bytes: an even number of hex digits behind `0x`. */
export function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}

/**
 * Puts zeros in front until there are `size` bytes.
 *
 * @throws RpcError -32602 'Invalid params' for what is not hex, or is longer
 */
export function padHex(value: string, size: number): `0x${string}` {
  if (!isHex(value) || value.length > 2 + 2 * size) throw new RpcError(codes.invalidParams, wireErrors.invalidParams)
  return `0x${value.slice(2).padStart(2 * size, '0')}`
}
