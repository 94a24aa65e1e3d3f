import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createFarcasterRelay } from './farcasterRelay.js'
import { playedProviders as clients, localProviders, localSecret as secret } from './localProviders.js'
import { errorPage, loginPage } from './loginPage.js'
import { memoryAdapter } from './memoryAdapter.js'

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** @typedef {import('oidc-provider').default} Provider */

/**
 * The endpoints by which OAuth 2 providers say who somebody is, each in its own form.
 *
 * @type {Record<string, (subject: string, name: string) => object>}
 */
const users = {
  '/github/user': (subject, name) => ({ id: numberOf(subject), login: name }),
  '/x/user': (subject, name) => ({ data: { id: String(numberOf(subject)), username: name } }),
  '/discord/user': (subject, name) => ({ id: String(numberOf(subject)), username: name }),
  '/facebook/user': (subject, name) => ({ id: String(numberOf(subject)), name }),
}

/** A number that stays the same for a name. */
const numberOf = (/** @type {string} */ subject) =>
  [...subject].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647, 7) + 1

const nameOf = (/** @type {string} */ subject) => subject.slice(subject.indexOf(':') + 1)

async function readText(/** @type {IncomingMessage} */ request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The library warns of every Node before 22 when it is imported. What we use of it runs on 20.19 as well: the tests of the providers say so. */
async function loadLibrary() {
  const { warn } = console
  console.warn = (...words) => String(words[0]).includes('Unsupported runtime') || warn(...words)
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

/** A key of this run, by which id_tokens are signed. */
const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  alg: 'RS256',
  use: 'sig',
})

/** What a request may ask for; Google's asks to choose an account. */
function prompts(/** @type {typeof import('oidc-provider').interactionPolicy} */ interactionPolicy) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

async function createProvider(/** @type {string} */ issuer, /** @type {string} */ secure) {
  const { default: Provider, interactionPolicy } = await loadLibrary()
  const provider = new Provider(issuer, {
    clients: clients.map((name) => ({
      client_id: name,
      client_secret: secret,
      redirect_uris: [`${secure}/oauth/callback/${name}`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    adapter: memoryAdapter(),
    jwks: { keys: [signingKey()] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'read:user', 'identify', 'users.read', 'tweet.read', 'public_profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    // Everybody is asked each time: whoever tries it wants to be somebody else.
    ttl: { Session: 1, Interaction: 600, Grant: 600, AccessToken: 60, AuthorizationCode: 60, IdToken: 600 },
    // A code ended with that session: a network on which the answer took more than a second to arrive could not sign in.
    expiresWithSession: async () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // No page asks for a token itself: our server does.
    clientBasedCORS: () => false,
    // The library's own page loads a font from elsewhere.
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'html'
      ctx.body = errorPage(error_description ?? error)
    },
    interactions: { policy: prompts(interactionPolicy), url: (_ctx, interaction) => `/login/${interaction.uid}` },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => ({
        sub: subject,
        name: nameOf(subject),
        email: `${nameOf(subject)
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '.')}@people.example`,
        email_verified: true,
      }),
    }),
  })
  return provider
}

/** The user's answer on the login page. */
async function decide(/** @type {Provider} */ provider, /** @type {IncomingMessage} */ request, /** @type {ServerResponse} */ response) {
  const details = await provider.interactionDetails(request, response)
  const form = new URLSearchParams(await readText(request))
  const name = (form.get('name') ?? '').trim().slice(0, 64)
  if (form.get('decision') !== 'approve' || !name)
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person declined.' })
  const clientId = String(details.params.client_id)
  const accountId = `${clientId}:${name}`
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(String(details.params.scope ?? ''))
  const grantId = await grant.save()
  return provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId }, select_account: {} })
}

/** What an OAuth 2 provider's user endpoint answers for an access token. */
async function answerUser(
  /** @type {Provider} */ provider,
  /** @type {string} */ pathname,
  /** @type {IncomingMessage} */ request,
  /** @type {ServerResponse} */ response,
) {
  const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace(/^bearer /i, ''))
  if (!token?.accountId || !token.clientId || !pathname.startsWith(`/${token.clientId}/`)) return response.writeHead(401).end()
  const body = users[pathname]?.(token.accountId, nameOf(token.accountId))
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/**
 * One server that plays every provider for development: a login page with a name and two buttons. On this machine only.
 *
 * @param {{ port: number, secure: string, node?: string, chainId?: number }} options `secure` is the secure origin, where answers go; `node` and
 *   `chainId` are a local chain, where Farcaster's registry is played
 * @returns {Promise<{ url: string, providers: Record<string, object>, stop: () => Promise<void> }>} `providers` as the configuration wants them
 */
export async function startIdentityProvider({ port, secure, node = '', chainId = 0 }) {
  const issuer = `http://127.0.0.1:${port}`
  const provider = await createProvider(issuer, secure)
  const oidc = provider.callback()
  const farcaster = createFarcasterRelay({ base: issuer, node, chainId })
  const server = createServer((request, response) => {
    const work = async () => {
      // Behind the origin: by itself `//` would be one, without a name.
      const { pathname } = new URL(`${issuer}${request.url}`)
      if (pathname.startsWith('/farcaster/')) return farcaster(request, response, pathname, readText)
      if (pathname in users) return answerUser(provider, pathname, request, response)
      if (!pathname.startsWith('/login/')) return oidc(request, response)
      if (request.method === 'POST') return decide(provider, request, response)
      const { params } = await provider.interactionDetails(request, response)
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        .end(loginPage(String(params.client_id)))
    }
    work().catch((error) => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end(`${error.error_description ?? error.message}\n`)
    })
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  return {
    url: issuer,
    providers: localProviders(issuer),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
