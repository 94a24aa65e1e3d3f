import { base64urlnopad } from '@scure/base'

/** Bytes over a buffer of their own, as WebCrypto wants them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Random bytes of the platform's generator: the only source of secrets here. */
export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text) as Bytes

export const toBase64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes)

/** @throws Error when the text is not canonical base64url without padding */
export const fromBase64url = (text: string): Bytes => Uint8Array.from(base64urlnopad.decode(text))

/** The bytes one behind the other. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Overwrites secrets that are not needed any more. The engine may hold copies: this shortens their life, it does not end it. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}

/** Compares without telling by its time where the first difference is. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0)
  return difference === 0
}
