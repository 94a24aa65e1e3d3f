import { createPublicKey, type KeyObject } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multicodec of an Ed25519 public key. */
const ed25519Prefix = [0xed, 0x01]
const keyBytes = 32
const prefix = 'did:key:z'

function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  const zeros = text.match(/^1*/)?.[0].length ?? 0
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

/**
 * The Ed25519 key that a `did:key` names (W3C did:key method).
 *
 * @returns undefined for another method, key type or length
 */
export function didKey(did: string): KeyObject | undefined {
  // A longer text cannot be a key; refusing it here keeps the decoder's work bounded.
  if (!did.startsWith(prefix) || did.length > 80) return undefined
  const bytes = decodeBase58(did.slice(prefix.length))
  if (bytes?.length !== ed25519Prefix.length + keyBytes || ed25519Prefix.some((byte, index) => bytes[index] !== byte)) return undefined
  const x = Buffer.from(bytes.subarray(ed25519Prefix.length)).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
