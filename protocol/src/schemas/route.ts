import type { Schema } from './schema.js'

/**
 * What proves who asks.
 * - `none`: nothing but what the body holds (a token from a mail).
 * - `device`: `DPoP: <proof>` (RFC 9449), made by the device's own key. Its thumbprint (`jkt`, RFC 7638) is the device.
 * - `session`: the same proof with `ath`, and `Authorization: DPoP <access token>`. The token carries the same `jkt`.
 *
 * A proof is an ES256 JWT: header `{ typ: 'dpop+jwt', alg: 'ES256', jwk: <public P-256> }`, payload `{ htm, htu, iat, jti, nonce, ath? }`.
 * `htu` is the API's base URL and the path, `jti` is 128 random bits and works once, `nonce` is the newest `DPoP-Nonce` header of any answer
 * (each answer carries one; without or with an old one: 401 `use_dpop_nonce`, repeat once). `ath` is base64url of SHA-256 of the token.
 * Calls come from the secure origin only (CORS allows no other), without cookies.
 */
export type Proof = 'none' | 'device' | 'session'

/** One call of the accounts service. POST with a JSON body, except where `method` says GET. */
export type Route<Body, Answer> = {
  readonly method: 'GET' | 'POST'
  /** Below the API's base URL. */
  readonly path: string
  readonly proof: Proof
  /**
   * It changes something that cannot be changed twice. The caller names each call by a random `Idempotency-Key`; when the connection breaks before the
   * answer is there, the same caller may ask again with the same key and the same body within a minute, and gets the same answer.
   */
  readonly once?: true
  /** Checks what is asked; the server refuses with 400 `invalid_request`. */
  readonly body: Schema<Body>
  /** Checks what is answered; the frame trusts its server no further than this. */
  readonly answer: Schema<Answer>
}

/**
 * A call that is made once, however often it is asked for ({@link Route.once}).
 *
 * @example
 * import { schema, z } from './schema.js'
 *
 * const spend = once(route('POST', '/v1/spend', 'device', schema<{ code: string }>(z.object({ code: z.string() })), schema<null>(z.null())))
 */
export const once = <R extends object>(declared: R): R & { readonly once: true } => ({ ...declared, once: true })

/**
 * Declares a call of the accounts service, for the server and the frame alike.
 *
 * @param path below the API's base URL
 * @param proof what the caller must prove ({@link Proof}: RFC 9449)
 * @example
 * import { schema, z } from './schema.js'
 *
 * const ping = route('POST', '/v1/ping', 'device', schema<{ text: string }>(z.object({ text: z.string() })), schema<null>(z.null()))
 */
export const route = <Body, Answer, P extends Proof>(
  method: 'GET' | 'POST',
  path: string,
  proof: P,
  body: Schema<Body>,
  answer: Schema<Answer>,
): Route<Body, Answer> & { readonly proof: P } => ({ method, path, proof, body, answer })
