import type { OauthProvider } from '@latchkey/protocol'
import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchProtectedResource,
  None,
} from 'openid-client'
import type { Accounts } from '../../accounts/accountsContext.js'
import type { Identity } from '../../accounts/identity.js'
import type { AccountsConfig } from '../../config/accounts.js'
import { boundedFetch } from '../../http/fetchJson.js'
import { createSignatureCheck } from './idToken.js'
import { type ProviderRecord, type ProviderUser, providers } from './providers.js'

type Settings = NonNullable<AccountsConfig['providers'][OauthProvider]>

/**
 * What is remembered between the start and the answer of a sign-in, sealed. `freshSince`: milliseconds since 1970, for a step-up; the user has to prove
 * themselves to the provider after it, and not by a session that they left open there.
 */
export type FlowSecrets = { readonly state: string; readonly nonce: string; readonly verifier: string; readonly freshSince?: number }

/** A provider that is ready to be used. All of it rejects when the provider does not do as the standards say. */
export type ProviderClient = {
  readonly authorizationUrl: (secrets: FlowSecrets, redirect: string) => Promise<string>
  /**
   * Exchanges the answer's code and says who it is. Checks state, nonce, `iss`, PKCE, and the id_token's signature, audience and life; for a step-up also
   * when the user signed in there, where the provider says so.
   */
  readonly identify: (answer: URL, secrets: FlowSecrets) => Promise<Identity>
}

/** The accounts, with the clients of the configured providers. */
export type OauthAccounts = Accounts & { readonly clients: Readonly<Partial<Record<OauthProvider, ProviderClient>>> }

/** Milliseconds for which a discovery document is cached. */
const discoveryLife = 3_600_000
/** Seconds for each request to a provider. */
const timeout = 10
/** Apple's client secrets may be valid for six months; ours are valid for one sign-in. */
const appleSecretLife = '10m'

const isLocal = (url: string) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname)

async function appleSecret(settings: Settings, issuer: string): Promise<string | undefined> {
  if (!('privateKey' in settings) || settings.privateKey === undefined) return settings.clientSecret
  const key = await importPKCS8(settings.privateKey, 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: settings.keyId ?? '' })
    .setIssuer(settings.teamId ?? '')
    .setSubject(settings.clientId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime(appleSecretLife)
    .sign(key)
}

async function configure(provider: OauthProvider, record: ProviderRecord, settings: Settings): Promise<Configuration> {
  const issuer = settings.issuer ?? record.issuer
  const secret = provider === 'apple' ? await appleSecret(settings, issuer) : settings.clientSecret
  const authentication = secret === undefined ? None() : ClientSecretPost(secret)
  const metadata = { redirect_uris: [], ...(secret === undefined ? {} : { client_secret: secret }) }
  const bounded = boundedFetch(provider)
  if (record.kind === 'oidc') {
    const execute = isLocal(issuer) ? [allowInsecureRequests] : []
    return discovery(new URL(issuer), settings.clientId, metadata, authentication, { execute, timeout, [customFetch]: bounded })
  }
  const tokenUrl = settings.tokenUrl ?? record.tokenUrl
  const server = {
    issuer,
    authorization_endpoint: settings.authorizationUrl ?? record.authorizationUrl,
    token_endpoint: tokenUrl,
    code_challenge_methods_supported: ['S256'],
  }
  const configuration = new Configuration(server, settings.clientId, metadata, authentication)
  configuration.timeout = timeout
  configuration[customFetch] = bounded
  if (isLocal(tokenUrl)) allowInsecureRequests(configuration)
  return configuration
}

/** Seconds by which a provider's clock may be behind. */
const skew = 60

/** Whether a provider tells when a user signed in (`auth_time`, OpenID Connect Core 2): not all do, whatever they are asked. */
const tellsWhen = (configuration: Configuration) => configuration.serverMetadata().claims_supported?.includes('auth_time') === true

/** Reads the user from an id_token's claims. Only an address that the provider says it has verified is kept, for notices. */
function fromClaims(claims: Readonly<Record<string, unknown>>): ProviderUser {
  const text = (name: string) => (typeof claims[name] === 'string' && claims[name] !== '' ? claims[name] : undefined)
  const verified = claims.email_verified === true || claims.email_verified === 'true'
  const email = verified ? text('email')?.toLowerCase() : undefined
  return { subject: text('sub') ?? '', label: email ?? text('name') ?? 'Account', contact: email ?? null }
}

/**
 * Makes the client of one provider.
 *
 * @param settings the operator's; endpoints in it replace the published ones
 * @param now milliseconds
 */
export function createProviderClient(provider: OauthProvider, settings: Settings, now: () => number): ProviderClient {
  const record = providers[provider]
  const checkSignature = createSignatureCheck(record.kind === 'oidc' ? record.algorithms : [])
  let known: { readonly configuration: Promise<Configuration>; readonly at: number } | undefined
  const configurationOf = () => {
    // Apple's secret is made anew, and what was discovered is believed for an hour.
    const life = provider === 'apple' && 'privateKey' in settings ? discoveryLife / 12 : discoveryLife
    if (!known || now() - known.at > life) {
      const configuration = configure(provider, record, settings)
      const entry = { configuration, at: now() }
      known = entry
      configuration.catch(() => {
        if (known === entry) known = undefined
      })
    }
    return known.configuration
  }

  const authorizationUrl = async ({ state, nonce, verifier, freshSince }: FlowSecrets, redirect: string) => {
    const configuration = await configurationOf()
    const again = record.kind === 'oidc' ? (tellsWhen(configuration) ? { prompt: 'login', max_age: '0' } : {}) : record.again
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirect,
      scope: record.scope,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(record.kind === 'oidc' ? { nonce } : {}),
      ...(record.responseMode ? { response_mode: record.responseMode } : {}),
      ...record.extra,
      ...(freshSince === undefined ? {} : again),
    })
    return url.href
  }

  const identify = async (answer: URL, { state, nonce, verifier, freshSince }: FlowSecrets): Promise<Identity> => {
    const configuration = await configurationOf()
    const oidc = record.kind === 'oidc'
    const isTold = oidc && freshSince !== undefined && tellsWhen(configuration)
    const tokens = await authorizationCodeGrant(configuration, answer, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      ...(oidc ? { expectedNonce: nonce, idTokenExpected: true } : {}),
      ...(isTold ? { maxAge: Math.ceil((now() - freshSince) / 1_000) + skew } : {}),
    })
    if (record.kind === 'oidc') {
      const claims = tokens.claims()
      if (!claims || tokens.id_token === undefined) throw new Error('no id_token')
      const { jwks_uri: jwksUri } = configuration.serverMetadata()
      if (jwksUri !== undefined && new URL(jwksUri).protocol !== 'https:' && !isLocal(jwksUri)) throw new Error('jwks_uri without TLS')
      await checkSignature(tokens.id_token, jwksUri)
      return { kind: provider, issuer: claims.iss, ...fromClaims(claims) }
    }
    const userUrl = new URL(settings.userUrl ?? record.userUrl)
    const response = await fetchProtectedResource(configuration, tokens.access_token, userUrl, 'GET')
    if (!response.ok) throw new Error(`user endpoint: ${response.status}`)
    return { kind: provider, issuer: `${provider}|${userUrl.origin}`, ...record.read(await response.json()) }
  }

  return { authorizationUrl, identify }
}
