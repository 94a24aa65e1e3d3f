import { randomBytes, toBase64url, utf8 } from '../vault/bytes.js'
import type { DeviceKey } from './deviceKey.js'

const part = (value: object) => toBase64url(utf8(JSON.stringify(value)))

/**
 * A proof of this device for one request (RFC 9449).
 *
 * @param about `url` without query; `accessToken` binds the proof to the session; `nonce` is the server's latest
 * @param now milliseconds, for tests
 */
export async function dpopProof(
  device: DeviceKey,
  about: { readonly method: string; readonly url: string; readonly accessToken?: string; readonly nonce?: string },
  now: number = Date.now(),
): Promise<string> {
  const { method, url, accessToken, nonce } = about
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: device.jwk }
  const payload = {
    jti: toBase64url(randomBytes(16)),
    htm: method,
    htu: url,
    iat: Math.floor(now / 1_000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(accessToken === undefined ? {} : { ath: toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(accessToken)))) }),
  }
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${toBase64url(await device.sign(utf8(signed)))}`
}
