import type { PasskeyAnswer, PasskeyRequest } from '../worker/security/contract.js'
import { fromBase64url, randomBytes, toBase64url } from '../worker/vault/bytes.js'
import { PasskeyError } from './errors.js'

/** What a user calls it: "Latchkey" would say nothing to somebody who knows the operator's name. */
const relyingParty = (domain: string) => ({ id: domain, name: domain })
/** ES256, RS256: what authenticators have. Nobody checks the signature; the secret of the PRF is what counts. */
const algorithms: PublicKeyCredentialParameters[] = [-7, -257].map((alg) => ({ type: 'public-key', alg }))
/** Milliseconds. */
const timeout = 120_000
/** Bit of the authenticator data: the user was verified, not only present. */
const userVerified = 0x04

const isCredential = (value: Credential | null): value is PublicKeyCredential => value instanceof PublicKeyCredential

/** The browser's errors, as the window tells them. */
function explain(error: unknown): never {
  const { name } = error as { name?: unknown }
  if (name === 'InvalidStateError') throw new PasskeyError('passkey_again')
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyError('passkey_cancelled')
  if (name === 'NotSupportedError' || name === 'SecurityError') throw new PasskeyError('passkey_missing')
  throw error
}

const listed = (credIds: readonly string[]): PublicKeyCredentialDescriptor[] =>
  credIds.map((credId) => ({ type: 'public-key', id: fromBase64url(credId) }))

/**
 * Makes a passkey for this wallet. Its secret comes from {@link askPasskey}, so that it was used once before it counts.
 *
 * @returns its id
 * @throws PasskeyError
 */
export async function makePasskey({ domain, userName, salt, credIds }: PasskeyRequest): Promise<string> {
  if (!('PublicKeyCredential' in globalThis)) throw new PasskeyError('passkey_missing')
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: randomBytes(32),
    rp: relyingParty(domain),
    // Another handle each time: a second passkey must not take the place of the first one on the same authenticator.
    user: { id: randomBytes(32), name: userName, displayName: userName },
    pubKeyCredParams: algorithms,
    timeout,
    excludeCredentials: listed(credIds),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
    extensions: { prf: { eval: { first: salt } } },
  }
  const credential = await navigator.credentials.create({ publicKey }).catch(explain)
  if (!isCredential(credential)) throw new PasskeyError('passkey_cancelled')
  if (!credential.getClientExtensionResults().prf?.enabled) throw new PasskeyError('passkey_plain')
  return toBase64url(new Uint8Array(credential.rawId))
}

/**
 * Asks for a passkey and its secret. The user has to be verified: with and without, authenticators give different secrets.
 *
 * @param credIds which ones may answer
 * @throws PasskeyError
 */
export async function askPasskey({ domain, salt }: PasskeyRequest, credIds: readonly string[]): Promise<PasskeyAnswer> {
  if (!('PublicKeyCredential' in globalThis)) throw new PasskeyError('passkey_missing')
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: randomBytes(32),
    rpId: domain,
    allowCredentials: listed(credIds),
    userVerification: 'required',
    timeout,
    extensions: { prf: { eval: { first: salt } } },
  }
  const credential = await navigator.credentials.get({ publicKey }).catch(explain)
  if (!isCredential(credential)) throw new PasskeyError('passkey_cancelled')
  const { response } = credential
  const verified =
    response instanceof AuthenticatorAssertionResponse && (new Uint8Array(response.authenticatorData)[32] ?? 0) & userVerified
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!verified || !first) throw new PasskeyError('passkey_plain')
  return { credId: toBase64url(new Uint8Array(credential.rawId)), secret: copyOf(first) }
}

/** The browser may answer a buffer or a view of one. */
function copyOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  const view = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source)
  return Uint8Array.from(view)
}
