import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { base58 } from '@scure/base'

/** @typedef {ReturnType<typeof createTestKey>} TestKey */

/** A client's key and its `did:key`. */
export function createTestKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return { privateKey, clientId: `did:key:z${base58.encode(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}` }
}

/**
 * Signs a token as clients do; `claims` and `header` override what they would say. By hand, so that a test can break every rule.
 *
 * @param {TestKey} key
 * @param {string} audience
 * @param {Record<string, unknown>} [claims]
 * @param {Record<string, unknown>} [header]
 */
export function createTestToken(key, audience, claims = {}, header = {}) {
  const iat = Math.floor(Date.now() / 1_000)
  const payload = { iss: key.clientId, sub: randomBytes(32).toString('hex'), aud: audience, iat, exp: iat + 86_400, ...claims }
  const encode = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const data = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(payload)}`
  return `${data}.${sign(null, Buffer.from(data), key.privateKey).toString('base64url')}`
}
