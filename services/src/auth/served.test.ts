import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OauthProvider } from '@latchkey/protocol'
import { authRoutes, callbackBootSchema } from '@latchkey/protocol/schemas/account'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { visitProvider } from '@latchkey/testkit/src/identity/visitProvider.ts'
import { startMailCatcher } from '@latchkey/testkit/src/mail/mailCatcher.js'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { createDevice } from '@latchkey/testkit/src/server/device.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { writeSites } from '../testing/sites.js'

const place = { projectId: 'open', origin: 'http://app.localhost' }

describe('the accounts service, as it is served', () => {
  let folder = ''
  let sites: Awaited<ReturnType<typeof writeSites>>
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>
  let mail: Awaited<ReturnType<typeof startMailCatcher>>
  let running: RunningServices
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-served-'))
    sites = await writeSites()
    identity = await startIdentityProvider({ port: await freePort(), secure: urls.secure })
    mail = await startMailCatcher({ smtpPort: await freePort(), httpPort: await freePort() })
    running = await startTestServices({
      node: 'http://127.0.0.1:9',
      database: { folder: join(folder, 'database') },
      folders: sites.folders,
      accounts: {
        mail: { smtp: mail.smtp, from: 'wallet@example.com' },
        providers: identity.providers,
        kms: { file: join(folder, 'kms.json') },
      },
    })
  })
  afterAll(async () => {
    await running?.close()
    await identity?.stop()
    await mail?.stop()
    await sites?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends to the running server; names under `.localhost` are told by the `Host` header. */
  const api = async (request: Request) => {
    const body = request.method === 'POST' ? { body: await request.text() } : {}
    const answer = await ask(running.port, request.url, { method: request.method, headers: Object.fromEntries(request.headers), ...body })
    return new Response(answer.text, {
      status: answer.status,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    })
  }
  const bootOf = (html: string) => callbackBootSchema(JSON.parse(/id="latchkey-boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''))

  test('behavior: the dialog’s document names the logins that work, the same as the call does', async () => {
    const { projectId: project, origin } = place
    const document = await ask(running.port, `${urls.dialog}/?${new URLSearchParams({ project, origin })}`)
    const { logins } = JSON.parse(/id="latchkey-boot">(.*?)<\/script>/.exec(document.text)?.[1] ?? '') as { logins: unknown }
    // Nobody plays Farcaster here.
    expect(logins).toEqual({ email: true, socials: ['google', 'x', 'discord', 'github', 'apple', 'facebook'] })
    expect(await (await createDevice(api)).must(authRoutes.methods, place)).toEqual(logins)
  })

  test('behavior: by e-mail over SMTP', async () => {
    const device = await createDevice(api)
    const email = 'served@example.com'
    const read = async () =>
      ((await (await fetch(`${mail.url}/messages?to=${email}`)).json()) as { text: string }[]).map(({ text }) => text).join('\n')
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    const token = /verify#([\w-]+)/.exec(await read())?.[1] ?? ''
    await device.must(authRoutes.linkApprove, { token, number: started.number })
    const code = /^ {4}(\d{6})$/m.exec(await read())?.[1] ?? ''
    expect((await device.must(authRoutes.otp, { challengeId: started.challengeId, code })).user.email).toBe(email)
  })

  test.each<OauthProvider>(['google', 'apple'])(
    'behavior: %s comes back to the secure origin, and the document holds the ticket',
    async (provider) => {
      const device = await createDevice(api)
      const started = await device.must(authRoutes.oauthStart, { ...place, provider })
      const { method, params, url } = await visitProvider(started.url, urls.secure, { name: 'Alice' })
      const form = {
        method,
        body: params.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(params.toString().length) },
      }
      const answer = await ask(running.port, url, method === 'POST' ? form : {})
      expect(answer.status).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
      const { oauth } = bootOf(answer.text)
      if (!oauth.ok) throw new Error(oauth.error)
      expect((await device.must(authRoutes.oauthRedeem, { flow: oauth.flow, ticket: oauth.ticket })).provider).toBe(provider)
      expect(bootOf((await ask(running.port, url, method === 'POST' ? form : {})).text).oauth).toMatchObject({
        ok: false,
        error: 'flow_gone',
      })
    },
  )

  test('behavior: only the secure origin may call, and it may read the nonce', async () => {
    const preflight = (origin: string) =>
      ask(running.port, `${urls.api}${authRoutes.challenge.path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type,dpop' },
      })
    const allowed = await preflight(urls.secure)
    expect(allowed.headers['access-control-allow-origin']).toBe(urls.secure)
    expect(allowed.headers['access-control-allow-headers']).toContain('dpop')
    expect((await preflight('http://app.localhost')).headers['access-control-allow-origin']).toBeUndefined()
    const answer = await ask(running.port, `${urls.api}${authRoutes.challenge.path}`, {
      method: 'POST',
      body: '{}',
      headers: { origin: urls.secure },
    })
    expect(answer.headers['access-control-expose-headers']).toContain('DPoP-Nonce')
    expect(answer.headers['dpop-nonce']).toHaveLength(43)
  })

  test('error: too large, no JSON, and a form that is none', async () => {
    const { path } = authRoutes.linkInspect
    const post = (body: string, headers = {}) => ask(running.port, `${urls.api}${path}`, { method: 'POST', body, headers })
    expect((await post('{')).status).toBe(400)
    expect((await post(JSON.stringify({ token: 'A'.repeat(600_000) }))).status).toBe(413)
    expect((await ask(running.port, `${urls.secure}/oauth/callback/apple`, { method: 'POST', body: 'x' })).status).toBe(405)
  })
})
