import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Domain of the key: a secret that also serves other purposes gives a key that serves only this one. */
const purpose = 'latchkey image proxy v1'

/**
 * Derives the proxy's key from the server's secret. Replicas that share the secret accept each other's signatures.
 *
 * @param secret at least 16 bytes
 */
export function imageKey(secret: string | Uint8Array): Buffer {
  const bytes = Buffer.from(secret)
  if (bytes.length < 16) throw new RangeError('The secret of the image proxy must have at least 16 bytes.')
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), purpose, 32))
}

/** A picture that one project shows: nobody else's page may show it by the same address. */
export type SignedImage = { readonly url: string; readonly projectId: string }

/** Encoded, the project has no line break: another project and URL with the same text would share the signature. */
const signature = ({ url, projectId }: SignedImage, key: Uint8Array) =>
  createHmac('sha256', key)
    .update(`${encodeURIComponent(projectId)}\n${url}`, 'utf8')
    .digest()

/**
 * The path under the API's origin at which a foreign image is shown. Only we can make one, so the proxy serves only what our own answers
 * mention and is no open relay. The same URL always gives the same path, so caches work.
 *
 * @param image https URL of the image, and the project that shows it
 * @param key from {@link imageKey}
 */
export function signImageUrl(image: SignedImage, key: Uint8Array): string {
  return `/v1/image?${new URLSearchParams({ ...image, sig: signature(image, key).toString('base64url') })}`
}

/** Tells whether {@link signImageUrl} made this signature for this URL and project. */
export function isSigned(image: SignedImage, given: string, key: Uint8Array): boolean {
  const expected = signature(image, key)
  const bytes = Buffer.from(given, 'base64url')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
