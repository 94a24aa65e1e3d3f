import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProviderClient, type ProviderClient } from './client.js'

/* What a provider's answer has to be signed by. The server below is a provider whose answers a test writes itself. */

type Pair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject }
type Header = { readonly alg: string; readonly kid?: string; readonly [name: string]: unknown }

const rsa = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })
const redirect = 'http://secure.localhost/oauth/callback/google'
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the signature of an id_token', () => {
  const own = rsa()
  const next = rsa()
  const foreign = rsa()
  let server: Server
  let issuer = ''
  let client: ProviderClient
  let jwks: readonly JWK[] | 'down' = []
  let sign: (claims: object) => Promise<string> | string = () => ''
  let asked: string[] = []
  /** Whether the provider says when its user signed in. */
  let tells = false
  /** Where the provider was asked. */
  let url = new URL(redirect)

  const published = async ({ publicKey }: Pair, kid: string, more: JWK = {}): Promise<JWK> => ({
    ...(await exportJWK(publicKey)),
    alg: 'RS256',
    use: 'sig',
    kid,
    ...more,
  })
  const by =
    ({ privateKey }: Pair, header: Header) =>
    (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ ...header }).sign(privateKey)

  beforeAll(async () => {
    let nonce = ''
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', issuer)
      asked.push(url.pathname)
      const json = (body: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (url.pathname === '/.well-known/openid-configuration')
        return json({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          ...(tells && { claims_supported: ['sub', 'auth_time'] }),
          id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
        })
      if (url.pathname === '/jwks') return jwks === 'down' ? json({}, 500) : json({ keys: jwks })
      if (url.pathname === '/nonce') {
        nonce = url.searchParams.get('is') ?? ''
        return json({})
      }
      if (url.pathname !== '/token') return json({ keys: [] }, 404)
      const at = Math.floor(Date.now() / 1_000)
      const claims = { iss: issuer, aud: 'client', sub: 'alice', iat: at, exp: at + 300, nonce, name: 'Alice' }
      void Promise.resolve(sign(claims)).then((id_token) =>
        json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, ...(id_token ? { id_token } : {}) }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(async () => {
    jwks = [await published(own, 'one')]
    sign = by(own, { alg: 'RS256', kid: 'one' })
    client = createProviderClient('google', { clientId: 'client', clientSecret: 'secret', issuer }, Date.now)
    asked = []
    tells = false
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  /** One whole sign-in. @returns who signed in, or 'refused' */
  const signIn = async (more: { readonly freshSince?: number } = {}) => {
    const secrets = { state: 's'.repeat(43), nonce: crypto.randomUUID(), verifier: 'v'.repeat(43), ...more }
    url = new URL(await client.authorizationUrl(secrets, redirect))
    await fetch(`${issuer}/nonce?is=${secrets.nonce}`)
    const answer = new URL(`${redirect}?code=c&state=${secrets.state}`)
    return client.identify(answer, secrets).then(
      ({ subject }) => subject,
      () => 'refused',
    )
  }
  const fetches = () => asked.filter((path) => path === '/jwks').length

  test('behavior: signed by a published key: the user is in, and the keys are kept', async () => {
    for (let round = 0; round < 3; round += 1) expect(await signIn()).toBe('alice')
    expect(fetches()).toBe(1)
  })

  test('behavior: a step-up asks for a sign-in of now, and takes no other, where the provider says when it was', async () => {
    tells = true
    const since = Date.now()
    /** Signed in at the provider so many seconds after the step-up began. */
    const signedIn = (seconds: number | undefined) => (claims: object) =>
      by(own, { alg: 'RS256', kid: 'one' })({ ...claims, ...(seconds !== undefined && { auth_time: Math.floor(since / 1_000) + seconds }) })
    sign = signedIn(1)
    expect(await signIn({ freshSince: since })).toBe('alice')
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0'])
    for (const seconds of [-3_600, -120, undefined]) {
      sign = signedIn(seconds)
      expect([seconds, await signIn({ freshSince: since })]).toEqual([seconds, 'refused'])
      // Only a step-up needs it.
      expect([seconds, await signIn()]).toEqual([seconds, 'alice'])
    }
    expect(url.searchParams.get('max_age')).toBeNull()
  })

  test('behavior: a provider that does not say when its user signed in is not asked for it', async () => {
    expect(await signIn({ freshSince: Date.now() })).toBe('alice')
    expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['select_account', null])
  })

  test('error: signed by a key that the provider does not publish, under its name or another', async () => {
    sign = by(foreign, { alg: 'RS256', kid: 'one' })
    expect(await signIn()).toBe('refused')
    sign = by(foreign, { alg: 'RS256', kid: 'two' })
    expect(await signIn()).toBe('refused')
    sign = by(foreign, { alg: 'RS256' })
    expect(await signIn()).toBe('refused')
  })

  test('error: not signed at all, or not signed any more', async () => {
    for (const header of [{ alg: 'none' }, { alg: 'RS256', kid: 'one' }, { alg: 'NONE' }, {}]) {
      sign = (claims) => `${part(header)}.${part(claims)}.`
      expect([header, await signIn()]).toEqual([header, 'refused'])
    }
    const genuine = by(own, { alg: 'RS256', kid: 'one' })
    sign = async (claims) => {
      const [header, , signature] = (await genuine(claims)).split('.')
      return `${header}.${part({ ...claims, sub: 'mallory' })}.${signature}`
    }
    expect(await signIn()).toBe('refused')
    sign = () => ''
    expect(await signIn()).toBe('refused')
  })

  test('error: by an algorithm that is not the provider’s: the secret, or the public key, as a password', async () => {
    const pem = own.publicKey.export({ type: 'spki', format: 'pem' })
    const mac = (key: string | Buffer) => (claims: object) => {
      const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims)}`
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
    }
    for (const key of ['secret', pem, JSON.stringify((jwks as JWK[])[0])]) {
      sign = mac(key)
      expect(await signIn()).toBe('refused')
    }
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    jwks = [await published(own, 'one'), await published(ec, 'curve', { alg: 'ES256' })]
    sign = by(ec, { alg: 'ES256', kid: 'curve' })
    client = createProviderClient('google', { clientId: 'client', clientSecret: 'secret', issuer }, Date.now)
    expect(await signIn()).toBe('refused')
    const text = Buffer.from('a shared secret of some length')
    jwks = [{ kty: 'oct', k: text.toString('base64url'), kid: 'one' }]
    sign = mac(text)
    client = createProviderClient('google', { clientId: 'client', clientSecret: 'secret', issuer }, Date.now)
    expect(await signIn()).toBe('refused')
  })

  test('error: a kid that is a path or an address is a name and nothing else; keys that a token brings along do not count', async () => {
    const theirs = await published(foreign, 'theirs')
    const hostile = createServer((_request, response) => {
      asked.push('hostile')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [theirs] }))
    })
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/jwks`
    for (const header of [
      { kid: address },
      { kid: '../../../../dev/null' },
      { kid: '/dev/null' },
      { kid: 'one\u0000' },
      { kid: 'theirs', jku: address },
      { kid: 'theirs', x5u: address },
      { kid: 'theirs', jwk: theirs },
      { kid: '__proto__' },
      { kid: "' OR '1'='1" },
    ]) {
      sign = by(foreign, { alg: 'RS256', ...header })
      expect([header.kid, await signIn()]).toEqual([header.kid, 'refused'])
    }
    expect(asked).not.toContain('hostile')
    await new Promise((resolve) => hostile.close(resolve))
  })

  test('behavior: a key that is not known yet is looked for once; then the user is in', async () => {
    expect(await signIn()).toBe('alice')
    jwks = [await published(next, 'two'), await published(own, 'one')]
    sign = by(next, { alg: 'RS256', kid: 'two' })
    expect(await signIn()).toBe('alice')
    expect(fetches()).toBe(2)
    sign = by(own, { alg: 'RS256', kid: 'one' })
    expect(await signIn()).toBe('alice')
    expect(fetches()).toBe(2)
    sign = by(foreign, { alg: 'RS256', kid: 'nobody' })
    expect(await signIn()).toBe('refused')
    expect(fetches()).toBe(3)
  })

  test('error: a key that was taken back counts no more once the kept ones are old; nor does anything while none can be had', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await signIn()).toBe('alice')
    jwks = [await published(foreign, 'one')]
    // Swapped under the same name: what is kept still counts, and the swapped one does not.
    expect(await signIn()).toBe('alice')
    sign = by(foreign, { alg: 'RS256', kid: 'one' })
    expect(await signIn()).toBe('refused')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    sign = by(own, { alg: 'RS256', kid: 'one' })
    expect(await signIn()).toBe('refused')
    jwks = 'down'
    vi.setSystemTime(Date.now() + 11 * 60_000)
    expect(await signIn()).toBe('refused')
  })
})
