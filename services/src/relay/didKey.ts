import { createPublicKey, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

/** Multicodec of an Ed25519 public key. */
const ed25519Prefix = [0xed, 0x01]
const keyBytes = 32
const prefix = 'did:key:z'

function decode(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}

/**
 * The Ed25519 key that a `did:key` names (W3C did:key method).
 *
 * @returns undefined for another method, key type or length
 */
export function didKey(did: string): KeyObject | undefined {
  // A longer text cannot be a key; refusing it here keeps the decoder's work bounded.
  if (!did.startsWith(prefix) || did.length > 80) return undefined
  const bytes = decode(did.slice(prefix.length))
  if (bytes?.length !== ed25519Prefix.length + keyBytes || ed25519Prefix.some((byte, index) => bytes[index] !== byte)) return undefined
  const x = Buffer.from(bytes.subarray(ed25519Prefix.length)).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
