import { type Canonical, canonicalJson } from '@latchkey/protocol/schemas/account'
import { type Bytes, fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.js'
import { VaultError } from './errors.js'

/** A ciphertext with its tag, and the 96-bit nonce it was made with. Both base64url. */
export type Sealed = { readonly ct: string; readonly iv: string }

const parameters = (iv: Bytes, about: Canonical) => ({ name: 'AES-GCM', iv, additionalData: utf8(canonicalJson(about)), tagLength: 128 })

/**
 * AES-256-GCM under a random nonce. Every key here encrypts once, so that nonces cannot meet.
 *
 * @param about what it belongs to; authenticated as canonical JSON
 */
export async function seal(key: CryptoKey, secret: Bytes, about: Canonical): Promise<Sealed> {
  const iv = randomBytes(12)
  const ct = await crypto.subtle.encrypt(parameters(iv, about), key, secret)
  return { ct: toBase64url(new Uint8Array(ct)), iv: toBase64url(iv) }
}

/** @throws VaultError 'damaged' when the key, the bytes, or what they are said to belong to is not the one they were sealed with */
export async function open(key: CryptoKey, { ct, iv }: Sealed, about: Canonical): Promise<Bytes> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters(fromBase64url(iv), about), key, fromBase64url(ct)))
  } catch {
    throw new VaultError('damaged', 'The encrypted part does not open.')
  }
}
