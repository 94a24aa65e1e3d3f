import { type OauthProvider, oauthProviderIds as providers } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { visitProvider } from '@latchkey/testkit/src/identity/visitProvider.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createDevice, type Device, visitor } from '@latchkey/testkit/src/server/device.ts'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeAnswer } from './flows.js'

/* Attacks on sign-in at providers (secure-frame/SECURITY.md). Each test is named after the rule that it defends. */

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
  const take = (provider: string, params: URLSearchParams, from = visitor) => takeAnswer(world.accounts, provider, params, from)
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
    expect(result).toMatchObject({ ok: true, purpose: 'sign-in', browser: 'Safari on iOS', network: '192.0.2.0/24', origin: place.origin })
  })

  describe.each(databases)('windows that were cut off, on $kind', ({ open: openDatabase }) => {
    let own: TestDatabase
    let there: TestAccounts
    beforeAll(async () => {
      own = await openDatabase()
      const limits = { flowsPerAddressHour: 1_000, sendsPerAddressHour: 1_000 }
      there = await openTestAccounts(own.options, { accounts: { providers: identity.providers, limits }, now: Date.now() })
    })
    beforeEach(() => {
      there.clock.now += 60_000
    })
    afterAll(async () => {
      await there?.close()
      await own?.remove()
    })
    const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'
    /** A thief's sign-in, at whose address a victim in another place says who they are. */
    const arrive = async (from: typeof visitor, begin?: (device: Device) => Promise<{ url: string; flow: string; number: string }>) => {
      const thief = await there.device()
      const started = await (begin ?? ((device) => device.must(authRoutes.oauthStart, { ...place, provider: 'google' })))(thief)
      const { params } = await visitProvider(started.url, urls.secure, { name: 'Victim' })
      const result = await takeAnswer(there.accounts, 'google', params, from)
      if (!result.ok) throw new Error(result.error)
      return { thief, started, result, body: { ticket: result.ticket, number: started.number } }
    }

    test.each([
      ['another network', { ...visitor, network: '198.51.100.0/24' }],
      ['another browser', { ...visitor, browser: 'Chrome on Linux' }],
      ['a network that is not known', { ...visitor, network: 'unknown' }],
    ])('error: %s: the right number, which a forged page shows, releases nothing (device code phishing)', async (_name, from) => {
      const { thief, started, result, body } = await arrive(from)
      expect(result).toMatchObject({ elsewhere: true, numbers: [] })
      expect(await thief.code(authRoutes.oauthStatus, { flow: started.flow })).toBe('flow_elsewhere')
      // Even by somebody in the right place: the answer itself came from elsewhere.
      expect(await thief.code(authRoutes.oauthRelease, body)).toBe('flow_elsewhere')
      expect(await thief.code(authRoutes.oauthRedeem, { flow: started.flow })).toBe('provider_failed')
    })

    test('error: the number is chosen where the answer came from, and not by whoever got hold of the ticket', async () => {
      const { thief, started, body } = await arrive(visitor)
      const other = await there.device('198.51.100.7')
      expect(await other.code(authRoutes.oauthRelease, body)).toBe('flow_elsewhere')
      expect(await thief.code(authRoutes.oauthRedeem, { flow: started.flow })).toBe('provider_failed')
      const again = await arrive(visitor)
      const sameNetwork = await createDevice(there.api(), { userAgent: chrome })
      expect(await sameNetwork.code(authRoutes.oauthRelease, again.body)).toBe('flow_elsewhere')
    })

    test('behavior: from the same network and browser the number goes on; a window with its opener goes on from anywhere', async () => {
      const { thief, started, result, body } = await arrive({ ...visitor, browser: 'Firefox on Windows' })
      expect(result).toMatchObject({ elsewhere: false })
      await thief.must(authRoutes.oauthRelease, body)
      expect(await thief.must(authRoutes.oauthRedeem, { flow: started.flow })).toMatchObject({ provider: 'google' })
      const moved = await arrive({ ...visitor, network: '198.51.100.0/24' })
      expect(await moved.thief.code(authRoutes.oauthRedeem, { flow: moved.started.flow, ticket: moved.body.ticket })).toBe('ok')
    })

    test('behavior: whoever adds a login, or confirms with it, is shown to which account, of which nobody learns the name by it', async () => {
      for (const purpose of ['link', 'step-up'] as const) {
        const email = `thief${++there.clock.now}@example.com`
        const { result } = await arrive(visitor, async (device) => {
          there.clock.now += 31_000
          await there.signIn(device, email)
          return device.must(authRoutes.oauthStartSigned, { provider: 'google', purpose })
        })
        expect(result).toMatchObject({ purpose, account: 't…@example.com', login: 'victim@people.example', provider: 'google' })
      }
    })
  })
})
