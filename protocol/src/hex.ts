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
 * The bytes of a text (UTF-8).
 *
 * @example utf8ToHex('Hello') // '0x48656c6c6f'
 */
export function utf8ToHex(text: string): `0x${string}` {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
