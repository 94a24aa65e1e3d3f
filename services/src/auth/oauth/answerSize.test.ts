import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRecordedServer } from '../../testing/recordedServer.js'
import { createProviderClient } from './client.js'

/* A provider's answer that is right, and larger than any that is needed. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const redirect = 'http://secure.localhost/oauth/callback'
/** Blanks around JSON are part of JSON. */
const padding = ' '.repeat(3 * 1_048_576)

describe('the size of a provider’s answers', () => {
  let service: Awaited<ReturnType<typeof startRecordedServer>>
  let answers: Readonly<Record<string, unknown>> = {}
  /** The path whose answer is too large. */
  let large = ''
  beforeAll(async () => {
    service = await startRecordedServer((path) =>
      path in answers ? { body: JSON.stringify(answers[path]) + (path === large ? padding : '') } : undefined,
    )
    const { url } = service
    const idToken = await new SignJWT({ nonce: secrets.nonce, name: 'Alice' })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(url)
      .setAudience('client')
      .setSubject('alice')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
    answers = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      },
      '/jwks': { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
      '/token': { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken },
      '/plain/token': { access_token: 'a', token_type: 'Bearer' },
      '/user': { id: 7, login: 'alice' },
    }
  })
  beforeEach(() => {
    large = ''
  })
  afterAll(() => service?.close())

  const settingsOf = {
    google: () => ({ issuer: service.url }),
    github: () => ({ authorizationUrl: `${service.url}/auth`, tokenUrl: `${service.url}/plain/token`, userUrl: `${service.url}/user` }),
  }
  /** One sign-in, from the first question to a provider that was never asked before. @returns who signed in, or 'refused' */
  const signIn = async (provider: keyof typeof settingsOf) => {
    const client = createProviderClient(provider, { clientId: 'client', clientSecret: 'secret', ...settingsOf[provider]() }, Date.now)
    try {
      await client.authorizationUrl(secrets, `${redirect}/${provider}`)
      return (await client.identify(new URL(`${redirect}/${provider}?code=c&state=${secrets.state}`), secrets)).subject
    } catch {
      return 'refused'
    }
  }

  test.each([
    ['google', '/.well-known/openid-configuration', 'alice'],
    ['google', '/token', 'alice'],
    ['google', '/jwks', 'alice'],
    ['github', '/plain/token', '7'],
    ['github', '/user', '7'],
  ] as const)(
    'error: %s: three megabytes from %s are not read to their end; as small as usual it is believed',
    async (provider, path, subject) => {
      expect(await signIn(provider)).toBe(subject)
      large = path
      expect(await signIn(provider)).toBe('refused')
    },
  )
})
