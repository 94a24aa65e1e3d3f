import type { PasskeyAnswer, PasskeyRequest } from '../worker/security/contract.js'
import { fromBase64url, randomBytes, toBase64url } from '../worker/vault/bytes.js'
import { bytesOf, callPasskey } from './callPasskey.js'
import { PasskeyError } from './errors.js'

/** What a user calls it: "Latchkey" would say nothing to somebody who knows the operator's name. */
const relyingParty = (domain: string) => ({ id: domain, name: domain })
/** ES256, RS256: what authenticators have. Nobody checks the signature; the secret of the PRF is what counts. */
const algorithms: PublicKeyCredentialParameters[] = [-7, -257].map((alg) => ({ type: 'public-key', alg }))
/** Milliseconds. */
const timeout = 120_000
/** Bit of the authenticator data: the user was verified, not only present. */
const userVerified = 0x04
/** Bytes of what the PRF gives: https://www.w3.org/TR/webauthn-3/#prf-extension */
const secretLength = 32

/** @throws PasskeyError where the browser has none */
function container(): CredentialsContainer {
  if (!('PublicKeyCredential' in globalThis && navigator.credentials)) throw new PasskeyError('passkey_missing')
  return navigator.credentials
}

const listed = (credIds: readonly string[]): PublicKeyCredentialDescriptor[] =>
  credIds.map((credId) => ({ type: 'public-key', id: fromBase64url(credId) }))

/**
 * Makes a passkey for this wallet. Its secret comes from {@link askPasskey}, so that it was used once before it counts.
 *
 * @param stop ends the question
 * @returns its id
 * @throws PasskeyError; Cancelled after `stop`
 */
export async function makePasskey({ domain, userName, salt, credIds }: PasskeyRequest, stop: AbortSignal): Promise<string> {
  const credentials = container()
  const publicKey = {
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
  } satisfies PublicKeyCredentialCreationOptions
  const { rawId, prf } = await callPasskey((options) => credentials.create(options as CredentialCreationOptions), publicKey, stop)
  if (!prf?.enabled) throw new PasskeyError('passkey_plain')
  return toBase64url(rawId)
}

/**
 * Asks for a passkey and its secret. The user has to be verified: with and without, authenticators give different secrets.
 *
 * @param credIds which ones may answer
 * @param stop ends the question
 * @throws PasskeyError; Cancelled after `stop`
 */
export async function askPasskey({ domain, salt }: PasskeyRequest, credIds: readonly string[], stop: AbortSignal): Promise<PasskeyAnswer> {
  const credentials = container()
  const publicKey = {
    challenge: randomBytes(32),
    rpId: domain,
    allowCredentials: listed(credIds),
    userVerification: 'required',
    timeout,
    extensions: { prf: { eval: { first: salt } } },
  } satisfies PublicKeyCredentialRequestOptions
  const answer = await callPasskey((options) => credentials.get(options as CredentialRequestOptions), publicKey, stop)
  const verified = (answer.authenticatorData?.[32] ?? 0) & userVerified
  const first = answer.prf?.results?.first
  if (!verified || !first) throw new PasskeyError('passkey_plain')
  const [credId, secret] = [toBase64url(answer.rawId), bytesOf(first)]
  // Another passkey, or what no browser gives, would lock the wallet with a key that does not come back.
  if (!credIds.includes(credId) || secret?.length !== secretLength) throw new PasskeyError('passkey_foreign')
  return { credId, secret }
}
