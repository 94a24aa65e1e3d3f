import { createHash, createPublicKey, verify } from 'node:crypto'
import { type Canonical, canonicalJson, vaultSignaturePrefix } from '@latchkey/protocol/schemas/account'
import { AccountError } from '../accounts/accountError.js'

/** SHA-256 over canonical JSON, base64url: the hash of a manifest or of a slot header. */
export const canonicalHash = (value: Canonical) => createHash('sha256').update(canonicalJson(value)).digest('base64url')

/**
 * Checks that a write was signed by the wallet: only who can open it has the key, so a stolen session cannot change it.
 *
 * @param key Ed25519, 32 bytes, base64url
 * @throws AccountError `vault_signature`
 */
export function requireSignature(body: { readonly signature: string }, key: string): void {
  const { signature, ...signed } = body
  const text = vaultSignaturePrefix + canonicalJson(signed as unknown as Canonical)
  let valid = false
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    valid = verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    // Not a point of the curve.
  }
  if (!valid) throw new AccountError('vault_signature')
}
