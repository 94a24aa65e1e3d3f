import { type OauthProvider, oauthProviderIds as providers } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { visitProvider } from '@latchkey/testkit/src/identity/visitProvider.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { visitor } from '@latchkey/testkit/src/server/device.ts'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeAnswer } from './flows.js'

describe.each(databases)('sign-in at providers on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    database = await open()
    identity = await startIdentityProvider({ port: await freePort(), secure: urls.secure })
    // The provider's tokens carry the time of this machine.
    world = await openTestAccounts(database.options, { accounts: { providers: identity.providers }, replicas: 2, now: Date.now() })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000 * 2
  })
  afterAll(async () => {
    await world?.close()
    await identity?.stop()
    await database?.remove()
  })

  const start = (device: Device, provider: OauthProvider) => device.must(authRoutes.oauthStart, { ...place, provider })
  const take = (provider: string, params: URLSearchParams) => takeAnswer(world.accounts, provider, params, visitor)
  /** The way of the popup: to the provider, and back. */
  const visit = async (device: Device, provider: OauthProvider, name = 'Alice') => {
    const started = await start(device, provider)
    const answer = await visitProvider(started.url, urls.secure, { name })
    return { started, answer, result: await take(provider, answer.params) }
  }
  const arrive = async (device: Device, provider: OauthProvider, name = 'Alice') => {
    const { started, result } = await visit(device, provider, name)
    if (!result.ok) throw new Error(result.error)
    return { started, ticket: result.ticket, numbers: result.numbers }
  }

  test.each(providers)('behavior: %s, and again as the same user', async (provider) => {
    const device = await world.device()
    const { started, ticket } = await arrive(device, provider, 'Alice')
    const session = await device.must(authRoutes.oauthRedeem, { flow: started.flow, ticket })
    expect(session).toMatchObject({ provider, user: { email: null } })
    expect(session.user.identities).toHaveLength(1)
    const other = await world.device(undefined, 1)
    const again = await arrive(other, provider, 'Alice')
    expect((await other.must(authRoutes.oauthRedeem, { flow: again.started.flow, ticket: again.ticket })).user.id).toBe(session.user.id)
    const somebody = await arrive(device, provider, 'Bob')
    expect((await device.must(authRoutes.oauthRedeem, { flow: somebody.started.flow, ticket: somebody.ticket })).user.id).not.toBe(
      session.user.id,
    )
  })

  test('behavior: the request has PKCE S256, state and nonce, an address of its own, and Apple posts', async () => {
    const device = await world.device()
    for (const provider of providers) {
      const url = new URL((await start(device, provider)).url)
      expect(url.searchParams.get('code_challenge_method')).toBe('S256')
      expect(url.searchParams.get('state')).toHaveLength(43)
      expect(url.searchParams.get('redirect_uri')).toBe(`${urls.secure}/oauth/callback/${provider}`)
      if (provider === 'google' || provider === 'apple') expect(url.searchParams.get('nonce')).toHaveLength(43)
    }
    expect((await visit(device, 'apple')).answer.method).toBe('POST')
  })

  test('behavior: the same e-mail address at a provider and by code are two accounts', async () => {
    const device = await world.device()
    const byCode = await world.signIn(device, 'alice@people.example')
    const { started, ticket } = await arrive(device, 'google', 'Alice')
    const byGoogle = await device.must(authRoutes.oauthRedeem, { flow: started.flow, ticket })
    expect(byGoogle.user.id).not.toBe(byCode.user.id)
  })

  test('error: a ticket is worth nothing on another device, twice, or after 60 s', async () => {
    const [device, thief] = [await world.device(), await world.device(undefined, 1)]
    const { started, ticket } = await arrive(device, 'github')
    const body = { flow: started.flow, ticket }
    expect(await thief.code(authRoutes.oauthRedeem, body)).toBe('flow_gone')
    expect(await device.code(authRoutes.oauthRedeem, { flow: started.flow })).toBe('flow_gone')
    expect(await device.code(authRoutes.oauthRedeem, { ...body, ticket: 'A'.repeat(43) })).toBe('flow_gone')
    const all = await Promise.all(Array.from({ length: 6 }, () => device.code(authRoutes.oauthRedeem, body)))
    expect(all.filter((code) => code === 'ok')).toHaveLength(1)
    const late = await arrive(device, 'github')
    world.clock.now += 61_000
    expect(await device.code(authRoutes.oauthRedeem, { flow: late.started.flow, ticket: late.ticket })).toBe('flow_gone')
  })

  test('behavior: a popup without opener is released by the number, and only then redeemed without the ticket', async () => {
    const device = await world.device()
    const { started, ticket, numbers } = await arrive(device, 'x')
    expect(numbers).toContain(started.number)
    expect(await device.must(authRoutes.oauthStatus, { flow: started.flow })).toEqual({ status: 'ARRIVED' })
    expect(await device.code(authRoutes.oauthRedeem, { flow: started.flow })).toBe('flow_gone')
    await device.must(authRoutes.oauthRelease, { ticket, number: started.number })
    expect(await device.must(authRoutes.oauthStatus, { flow: started.flow })).toEqual({ status: 'READY' })
    expect((await device.must(authRoutes.oauthRedeem, { flow: started.flow })).provider).toBe('x')
  })

  test('error: a wrong number ends it: whoever was sent a link to somebody else’s sign-in guesses once', async () => {
    const device = await world.device()
    const { started, ticket, numbers } = await arrive(device, 'discord')
    const wrong = numbers.find((number) => number !== started.number) ?? ''
    expect(await device.code(authRoutes.oauthRelease, { ticket, number: wrong })).toBe('device_number_wrong')
    expect(await device.code(authRoutes.oauthRelease, { ticket, number: started.number })).toBe('flow_gone')
    expect(await device.code(authRoutes.oauthRedeem, { flow: started.flow, ticket })).toBe('provider_failed')
  })

  test('error: the user declines', async () => {
    const device = await world.device()
    const started = await start(device, 'google')
    const answer = await visitProvider(started.url, urls.secure, 'deny')
    expect(await take('google', answer.params)).toMatchObject({ ok: false, error: 'flow_denied' })
    expect(await device.code(authRoutes.oauthRedeem, { flow: started.flow })).toBe('flow_denied')
  })

  test('behavior: a page that leaves in its own tab is led to where the sign-in asks, as often as it leaves, until there is an answer', async () => {
    const device = await world.device()
    const started = await start(device, 'github')
    for (let time = 0; time < 2; time += 1)
      expect(await device.must(authRoutes.oauthLeave, { flow: started.flow })).toEqual({ url: started.url, origin: place.origin })
    const { params } = await visitProvider(started.url, urls.secure, { name: 'Alice' })
    expect(await take('github', params)).toMatchObject({ ok: true })
    expect(await device.code(authRoutes.oauthLeave, { flow: started.flow })).toBe('flow_gone')
    expect(await device.code(authRoutes.oauthLeave, { flow: 'A'.repeat(22) })).toBe('flow_gone')
    const late = await start(device, 'github')
    world.clock.now += 601_000
    expect(await device.code(authRoutes.oauthLeave, { flow: late.flow })).toBe('flow_gone')
  })

  test('error: an unknown or used state, and the answer of another provider', async () => {
    const device = await world.device()
    const { started, answer, result } = await visit(device, 'google')
    expect(result.ok).toBe(true)
    expect(await take('google', answer.params)).toMatchObject({ ok: false, error: 'flow_gone', flow: null })
    expect(await take('google', new URLSearchParams({ code: 'x', state: 'y' }))).toMatchObject({ ok: false, error: 'flow_gone' })
    const next = await visitProvider((await start(device, 'github')).url, urls.secure, { name: 'Alice' })
    expect(await take('discord', next.params)).toMatchObject({ ok: false, error: 'flow_gone' })
    expect(started.flow).not.toBe('')
  })

  test('error: a stolen code in another flow fails by PKCE, and a forged issuer by RFC 9207', async () => {
    const [device, victim] = [await world.device(), await world.device()]
    const stolen = await visitProvider((await start(victim, 'github')).url, urls.secure, { name: 'Victim' })
    const mine = await start(device, 'github')
    const state = new URL(mine.url).searchParams.get('state') ?? ''
    const injected = new URLSearchParams({ code: stolen.params.get('code') ?? '', state, iss: identity.url })
    expect(await take('github', injected)).toMatchObject({ ok: false, error: 'provider_failed' })
    const other = await visitProvider((await start(device, 'google')).url, urls.secure, { name: 'Alice' })
    other.params.set('iss', 'https://accounts.google.com.evil.example')
    expect(await take('google', other.params)).toMatchObject({ ok: false, error: 'provider_failed' })
  })

  test('behavior: step-up and linking by a provider need the session, and linking needs a step-up', async () => {
    const device = await world.device()
    const session = await world.signIn(device, 'linker@example.com')
    const linked = await device.must(authRoutes.oauthStartSigned, { provider: 'google', purpose: 'link' })
    const answer = await take('google', (await visitProvider(linked.url, urls.secure, { name: 'Linker' })).params)
    if (!answer.ok) throw new Error(answer.error)
    const after = await device.must(authRoutes.oauthRedeem, { flow: linked.flow, ticket: answer.ticket })
    expect(after.user.id).toBe(session.user.id)
    expect(after.user.identities.map(({ kind }) => kind)).toEqual(['email', 'google'])

    world.clock.now += 301_000
    expect(await device.code(authRoutes.oauthStartSigned, { provider: 'x', purpose: 'link' })).toBe('step_up_required')
    const step = async (name: string) => {
      const started = await device.must(authRoutes.oauthStartSigned, { provider: 'google', purpose: 'step-up' })
      const { searchParams } = new URL(started.url)
      expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
      const result = await take('google', (await visitProvider(started.url, urls.secure, { name })).params)
      if (!result.ok) throw new Error(result.error)
      return device.call(authRoutes.oauthRedeem, { flow: started.flow, ticket: result.ticket })
    }
    expect(await step('Somebody else')).toMatchObject({ ok: false, error: { code: 'identity_other' } })
    expect(await step('Linker')).toMatchObject({ ok: true, value: { sessionId: session.sessionId } })
    expect(await device.code(authRoutes.oauthStartSigned, { provider: 'x', purpose: 'link' })).toBe('ok')
  })

  test('behavior: neither codes, tickets, verifiers nor tokens are in the database or the log', async () => {
    const device = await world.device()
    const started = await start(device, 'facebook')
    const answer = await visitProvider(started.url, urls.secure, { name: 'Canary' })
    const result = await take('facebook', answer.params)
    if (!result.ok) throw new Error(result.error)
    const dump = JSON.stringify(await world.db.query.authFlows.findMany()) + world.lines.join('')
    for (const secret of [answer.params.get('code'), new URL(started.url).searchParams.get('state'), result.ticket])
      expect(dump).not.toContain(secret)
  })
})
