import { compactVerify, createRemoteJWKSet, customFetch } from 'jose'
import { boundedFetch } from '../../http/fetchJson.js'

/** Milliseconds for one request. */
const timeoutDuration = 10_000

/** Milliseconds for which a provider's keys are kept. A key that it takes back counts no longer than that. */
const keysLife = 600_000

/**
 * Checks who signed an id_token.
 *
 * @param jwksUri where the provider publishes its keys, from its discovery document
 * @throws when it was signed by none of them, or by another algorithm than the provider's
 */
export type SignatureCheck = (idToken: string, jwksUri: string | undefined) => Promise<void>

/**
 * Makes the check of one provider (OpenID Connect Core, 3.1.3.7). The token came straight from the provider, for which the standard lets
 * one do without; but then a mistake in the way there (a proxy, a certificate, a name server) is everybody's account.
 *
 * Keys are fetched when they are needed, kept for a while, and fetched once more for a key id that is not among them: that is how
 * providers change keys. The token's own header chooses among the published keys and nothing else: `jku`, `x5u` and `jwk` mean nothing.
 *
 * @param algorithms of this provider; any other is refused, whatever its discovery document says
 */
export function createSignatureCheck(algorithms: readonly string[]): SignatureCheck {
  let known: { readonly uri: string; readonly keys: ReturnType<typeof createRemoteJWKSet> } | undefined
  return async (idToken, jwksUri) => {
    if (jwksUri === undefined) throw new Error('no jwks_uri')
    if (known?.uri !== jwksUri) {
      const options = { cacheMaxAge: keysLife, cooldownDuration: 0, timeoutDuration, [customFetch]: boundedFetch('The provider') }
      known = { uri: jwksUri, keys: createRemoteJWKSet(new URL(jwksUri), options) }
    }
    await compactVerify(idToken, known.keys, { algorithms: [...algorithms] })
  }
}
