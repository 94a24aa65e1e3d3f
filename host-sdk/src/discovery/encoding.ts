const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as base58 (Bitcoin's alphabet): the spelling of Solana's keys and signatures. */
export function toBase58(bytes: Uint8Array): string {
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let index = 0; index < digits.length; index++) {
      carry += (digits[index] ?? 0) << 8
      digits[index] = carry % 58
      carry = (carry / 58) | 0
    }
    for (; carry; carry = (carry / 58) | 0) digits.push(carry % 58)
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = alphabet.charAt(0).repeat(zeros < 0 ? bytes.length : zeros)
  return leading + String.fromCharCode(...digits.reverse().map((digit) => alphabet.charCodeAt(digit)))
}

/** @throws RangeError for a character that is not base58 */
export function fromBase58(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    let carry = alphabet.indexOf(character)
    if (carry < 0) throw new RangeError('Not base58')
    for (let index = 0; index < bytes.length; index++) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry & 0xff
      carry >>= 8
    }
    for (; carry; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes.reverse()])
}

export const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** @throws DOMException for what is not base64 */
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

export const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** @param text with or without `0x` */
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.replace(/^0x/, '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Bytes from another realm, or a list of numbers, as bytes of ours. Undefined for anything else. */
export function toBytes(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
  return Array.isArray(value) && value.every((byte) => typeof byte === 'number') ? Uint8Array.from(value) : undefined
}
