import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../freePort.js'
import { startIdentityProvider } from './identityProvider.js'
import { localSecret } from './localProviders.js'
import { visitProvider } from './visitProvider.js'

const secure = 'https://secure.example'
const redirect = `${secure}/oauth/callback/google`
const verifier = 'v'.repeat(64)

describe('the local identity provider', () => {
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>

  beforeAll(async () => {
    identity = await startIdentityProvider({ port: await freePort(), secure })
  })

  afterAll(() => identity.stop())

  test('error: a path that is none is answered, and nothing ends', async () => {
    const answer = await fetch(`${identity.url}//`, { signal: AbortSignal.timeout(3_000) })
    expect(answer.status).toBe(404)
  })

  /** Signs in at the provider as a browser does. @returns the code of its answer */
  async function newCode(): Promise<string> {
    const query = new URLSearchParams({
      client_id: 'google',
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const answer = await visitProvider(`${identity.url}/auth?${query}`, secure, { name: 'mira' })
    return answer.params.get('code') ?? ''
  }

  const exchange = (code: string) =>
    fetch(`${identity.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'google',
        client_secret: localSecret,
        redirect_uri: redirect,
        code,
        code_verifier: verifier,
      }),
    })

  test('behavior: takes a code that a slow network brought 20 s later, once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const code = await newCode()
    vi.setSystemTime(Date.now() + 20_000)
    expect(await (await exchange(code)).json()).toMatchObject({ id_token: expect.any(String) })
    expect(await (await exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
  })
})
