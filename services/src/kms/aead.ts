import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random IV.
 *
 * @param about authenticated, not stored: opening needs the same bytes
 * @returns IV, ciphertext and tag, base64url
 */
export function seal(key: Uint8Array, plain: Uint8Array, about: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/**
 * Opens what {@link seal} made.
 *
 * @throws Error when the key, the text or what it is about differs
 */
export function open(key: Uint8Array, sealed: string, about: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) throw new Error('A sealed value is damaged.')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(bytes.length - tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)), decipher.final()])
}
