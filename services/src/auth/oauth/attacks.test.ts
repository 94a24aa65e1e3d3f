import { authRoutes, type OauthProvider } from '@latchkey/protocol/schemas/account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startIdentityProvider } from '../../../../scripts/dev/identityProvider.js'
import { freePort } from '../../testing/anvil.js'
import { databases, type TestDatabase } from '../../testing/databases.js'
import { urls } from '../../testing/services.js'
import { openTestAccounts, place, type TestAccounts } from '../testing/accounts.js'
import { createDevice, type Device } from '../testing/device.js'
import { takeAnswer } from './flows.js'
import { visitProvider } from './testing.js'

/* Attacks on sign-in at providers (secure-frame/SECURITY.md). Each test is named after the rule that it defends. */

const providers: readonly OauthProvider[] = ['google', 'apple', 'github', 'x', 'discord', 'facebook']

describe('attacks on sign-in at providers', () => {
  const [{ open }] = databases as [(typeof databases)[0]]
  let database: TestDatabase
  let world: TestAccounts
  let identity: Awaited<ReturnType<typeof startIdentityProvider>>
  beforeAll(async () => {
    database = await open()
    identity = await startIdentityProvider({ port: await freePort(), secure: urls.secure })
    const limits = { flowsPerAddressHour: 1_000 }
    world = await openTestAccounts(database.options, { accounts: { providers: identity.providers, limits }, now: Date.now() })
  })
  beforeEach(() => {
    world.clock.now = Date.now()
  })
  afterAll(async () => {
    await world?.close()
    await identity?.stop()
    await database?.remove()
  })

  const start = (device: Device, provider: OauthProvider) => device.must(authRoutes.oauthStart, { ...place, provider })
  const take = (provider: string, params: URLSearchParams) => takeAnswer(world.accounts, provider, params)
  const errorOf = async (provider: string, params: URLSearchParams) => {
    const result = await take(provider, params)
    return result.ok ? 'ok' : result.error
  }
  /** The address that a provider is asked at, with something in it changed on the way. */
  const withParameter = (url: string, name: string, value: string) => {
    const changed = new URL(url)
    changed.searchParams.set(name, value)
    return changed.href
  }

  test('error: an answer counts at the address of the provider that was asked, and at no other (mix-up)', async () => {
    const device = await world.device()
    for (const provider of providers) {
      const { url, flow } = await start(device, provider)
      const state = new URL(url).searchParams.get('state') ?? ''
      const params = new URLSearchParams({ state, code: 'x' })
      for (const other of [...providers, 'constructor', 'farcaster'].filter((name) => name !== provider))
        expect([provider, other, await errorOf(other, params)]).toEqual([provider, other, 'flow_gone'])
      expect(await device.must(authRoutes.oauthStatus, { flow })).toEqual({ status: 'PENDING' })
    }
  })

  test.each([
    ['google', 'nonce', 'n'.repeat(43)],
    ['google', 'code_challenge', 'c'.repeat(43)],
    ['apple', 'nonce', 'n'.repeat(43)],
    ['github', 'code_challenge', 'c'.repeat(43)],
  ] as const)('error: %s answers to the request that was made: another %s in it ends the sign-in', async (provider, name, value) => {
    const device = await world.device()
    const { url, flow } = await start(device, provider)
    const answer = await visitProvider(withParameter(url, name, value), urls.secure, { name: 'Mallory' })
    expect(await errorOf(provider, answer.params)).toBe('provider_failed')
    expect(await device.code(authRoutes.oauthStatus, { flow })).toBe('provider_failed')
  })

  test.each(['redirect_uri', 'client_id'])('error: a provider sends nobody anywhere else: another %s is refused by it', async (name) => {
    const device = await world.device()
    const { url } = await start(device, 'google')
    const value = name === 'redirect_uri' ? `${urls.secure}/oauth/callback/github` : 'somebody'
    await expect(visitProvider(withParameter(url, name, value), urls.secure, { name: 'Mallory' })).rejects.toThrow()
  })

  test('error: state is one of ours, whole, once: no prefix, no list, no other case, no empty one', async () => {
    const device = await world.device()
    const { url } = await start(device, 'github')
    const state = new URL(url).searchParams.get('state') ?? ''
    for (const other of ['', state.slice(0, -1), `${state}A`, state.toLowerCase(), state.toUpperCase(), `${state},${state}`, '%'])
      expect([other, await errorOf('github', new URLSearchParams({ state: other, code: 'x' }))]).toEqual([other, 'flow_gone'])
    const answer = await visitProvider(url, urls.secure, { name: 'Alice' })
    const [first, second] = await Promise.all([errorOf('github', answer.params), errorOf('github', answer.params)])
    expect([first, second].sort()).toEqual(['flow_gone', 'ok'])
  })

  test('error: a ticket ends the sign-in that it came from, on its device, and no other (login CSRF)', async () => {
    const [victim, attacker] = [await world.device(), await world.device()]
    const arrive = async (device: Device, name: string) => {
      const started = await start(device, 'google')
      const result = await take('google', (await visitProvider(started.url, urls.secure, { name })).params)
      if (!result.ok) throw new Error(result.error)
      return { flow: started.flow, ticket: result.ticket }
    }
    const theirs = await arrive(attacker, 'Mallory')
    const mine = await arrive(victim, 'Alice')
    expect(await victim.code(authRoutes.oauthRedeem, theirs)).toBe('flow_gone')
    expect(await victim.code(authRoutes.oauthRedeem, { flow: mine.flow, ticket: theirs.ticket })).toBe('flow_gone')
    expect(await attacker.code(authRoutes.oauthRedeem, mine)).toBe('flow_gone')
    const codes = await Promise.all(Array.from({ length: 5 }, () => victim.code(authRoutes.oauthRedeem, mine)))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  })

  test('error: whoever was sent a link to somebody else’s sign-in is shown whose browser started it', async () => {
    const device = await createDevice(world.api(), { userAgent: 'Mozilla/5.0 (iPhone) Safari/605' })
    const { url } = await start(device, 'google')
    const result = await take('google', (await visitProvider(url, urls.secure, { name: 'Alice' })).params)
    expect(result).toMatchObject({ ok: true, browser: 'Safari on iOS', origin: place.origin })
  })
})
