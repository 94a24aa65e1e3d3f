import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import { authProofs } from '../db/accountTables.js'
import { AccountError } from './accountError.js'
import type { Accounts } from './accountsContext.js'
import { hashOf, keyedHash, sameText } from './secrets.js'

/** Milliseconds. A nonce is taken during its own window and the next one. */
const nonceWindow = 150_000
const maxProofLength = 4_096

const nonceAt = (accounts: Accounts, at: number) => keyedHash(accounts.secrets.nonce, 'dpop', String(Math.floor(at / nonceWindow)))

/** The nonce for the `DPoP-Nonce` header (RFC 9449, section 8). It needs no table: replicas compute the same one. */
export const currentNonce = (accounts: Accounts) => nonceAt(accounts, accounts.now())

async function read(proof: string): Promise<{ payload: JWTPayload; jkt: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    })
    const { jwk } = protectedHeader
    if (jwk?.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk) throw new Error('not a public P-256 key')
    return { payload, jkt: await calculateJwkThumbprint(jwk) }
  } catch {
    throw new AccountError('invalid_dpop_proof')
  }
}

/**
 * Checks the proof of a device (RFC 9449, section 4.3).
 *
 * @param request `url` as the client wrote it: the API's base URL and the path
 * @param accessToken of the same request, which the proof has to name by its hash
 * @returns the thumbprint of the device's key
 * @throws AccountError `use_dpop_nonce`, `invalid_dpop_proof`
 */
export async function verifyProof(
  accounts: Accounts,
  proof: string | undefined,
  request: { readonly method: string; readonly url: string; readonly accessToken?: string },
): Promise<string> {
  // Two headers arrive as one with a comma, which no JWT has.
  if (!proof || proof.length > maxProofLength || proof.includes(',')) throw new AccountError('invalid_dpop_proof')
  const { payload, jkt } = await read(proof)
  const { htm, htu, jti, nonce, ath, iat } = payload
  if (htm !== request.method || htu !== request.url || typeof jti !== 'string' || typeof iat !== 'number')
    throw new AccountError('invalid_dpop_proof')
  if (jti.length < 16 || jti.length > 128) throw new AccountError('invalid_dpop_proof')
  const expected = request.accessToken === undefined ? undefined : createHash('sha256').update(request.accessToken).digest('base64url')
  if (expected !== undefined && (typeof ath !== 'string' || !sameText(ath, expected))) throw new AccountError('invalid_dpop_proof')
  // The nonce says when the proof was made; `iat` may come from a wrong clock.
  const now = accounts.now()
  const nonces = [now, now - nonceWindow].map((at) => nonceAt(accounts, at))
  if (typeof nonce !== 'string' || !nonces.some((known) => sameText(known, nonce))) throw new AccountError('use_dpop_nonce')
  const [fresh] = await accounts.db
    .insert(authProofs)
    .values({ hash: hashOf(`${jkt} ${jti}`), expiresAt: now + 3 * nonceWindow })
    .onConflictDoNothing()
    .returning()
  if (!fresh) throw new AccountError('invalid_dpop_proof')
  return jkt
}
