import { authRoutes } from '@latchkey/protocol/schemas/account'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { destroyDeleted } from '../auth/account.js'
import { authAudit } from '../db/accountTables.js'
import { projects } from '../db/schema.js'
import { pseudonymOf } from './audit.js'

const day = 86_400_000
let number = 0
const newEmail = () => `session${++number}@example.com`

describe.each(everyDatabase)('sessions on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options, {
      replicas: 2,
      accounts: { limits: { sendsPerAddressHour: 1_000, verifiesPerAddressHour: 1_000 } },
    })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const signedIn = async (email = newEmail(), replica?: number) => {
    const device = await world.device(undefined, replica)
    return { device, session: await world.signIn(device, email), email }
  }
  const refresh = (device: Device, refreshToken: string) => device.call(authRoutes.refresh, { refreshToken })

  test('behavior: an access token works for 10 minutes, a refresh token once', async () => {
    const { device, session } = await signedIn()
    expect(await device.must(authRoutes.me, {})).toEqual(session.user)
    world.clock.now += 601_000
    expect(await device.code(authRoutes.me, {})).toBe('invalid_token')
    const next = device.adopt(await device.must(authRoutes.refresh, { refreshToken: session.refreshToken }))
    expect(next.refreshToken).not.toBe(session.refreshToken)
    expect(next.sessionId).toBe(session.sessionId)
    expect(await device.code(authRoutes.me, {})).toBe('ok')
  })

  test('error: a refresh token that comes back ends the whole session', async () => {
    const { device, session } = await signedIn()
    const next = device.adopt(await device.must(authRoutes.refresh, { refreshToken: session.refreshToken }))
    world.clock.now += 10_001
    expect(await refresh(device, session.refreshToken)).toMatchObject({ ok: false, error: { code: 'token_reused', status: 401 } })
    expect(await device.code(authRoutes.me, {})).toBe('invalid_token')
    expect(await device.code(authRoutes.refresh, { refreshToken: next.refreshToken })).toBe('invalid_token')
  })

  test('behavior: refreshes at once on two replicas, and one whose answer was lost, go on within 10 seconds', async () => {
    const { device, session } = await signedIn()
    const [first, second] = world.replicas.map((replica) => replica.api())
    const { path } = authRoutes.refresh
    const ask = async (api = first) => {
      const dpop = await device.prove('POST', path, undefined)
      const body = JSON.stringify({ refreshToken: session.refreshToken })
      const headers = { 'content-type': 'application/json', dpop }
      return (await api?.(new Request(`http://api.localhost${path}`, { method: 'POST', headers, body })))?.status
    }
    expect(await Promise.all([ask(first), ask(second), ask(first)])).toEqual([200, 200, 200])
    world.clock.now += 9_000
    const late = await device.must(authRoutes.refresh, { refreshToken: session.refreshToken })
    expect(late.sessionId).toBe(session.sessionId)
    expect(await device.code(authRoutes.me, {})).toBe('ok')
    // The 10 seconds count from the first use, however often it is used in between.
    world.clock.now += 1_001
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('token_reused')
    expect(await device.code(authRoutes.refresh, { refreshToken: late.refreshToken })).toBe('invalid_token')
  })

  test('error: a refresh that the database breaks off spends nothing: the device stays signed in', async () => {
    const { device, session } = await signedIn()
    await world.db.execute(sql`alter table auth_refresh_tokens add constraint none check (used_at is not null) not valid`)
    try {
      expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('unavailable')
    } finally {
      await world.db.execute(sql`alter table auth_refresh_tokens drop constraint none`)
    }
    world.clock.now += 60_000
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('ok')
  })

  test('error: within those 10 seconds too a spent token is worth nothing with another key, after a sign-out, or for a page that was taken off', async () => {
    const { device, session } = await signedIn()
    await device.must(authRoutes.refresh, { refreshToken: session.refreshToken })
    const thief = await world.device(undefined, 1)
    expect(await thief.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('invalid_token')
    expect(await device.code(authRoutes.me, {})).toBe('ok')
    await device.must(authRoutes.signOut, {})
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('invalid_token')
  })

  test('error: what belongs to another device, or to nobody, gets the same answer, to the letter', async () => {
    const owner = await signedIn()
    const thief = await world.device()
    await world.signIn(thief, newEmail())
    world.clock.now += 31_000
    const challenge = await owner.device.must(authRoutes.challenge, { ...place, email: owner.email })
    world.clock.now += 31_000
    const step = await owner.device.must(authRoutes.stepUpStart, {})
    if (challenge.action === 'CONNECT') throw new Error('unreachable')
    const nobody = 'A'.repeat(22)
    const token = 'A'.repeat(43)
    const code = '123456'
    const tries: readonly (readonly [Parameters<Device['call']>[0], string, object, object])[] = [
      ...[challenge.challengeId, step.challengeId].flatMap((challengeId) =>
        [
          authRoutes.device,
          authRoutes.resend,
          authRoutes.otp,
          authRoutes.stepUpVerify,
          authRoutes.emailChangePrimary,
          authRoutes.emailChangeSecondary,
        ].map((route) => [route as never, route.path, { challengeId, code }, { challengeId: nobody, code }] as const),
      ),
      [authRoutes.refresh as never, 'refresh', { refreshToken: owner.session.refreshToken }, { refreshToken: token }],
      [authRoutes.revoke as never, 'revoke', { id: owner.session.sessionId }, { id: nobody }],
    ]
    for (const [route, name, theirs, none] of tries) {
      const [one, other] = [await thief.call(route, theirs as never), await thief.call(route, none as never)]
      if (one.ok || other.ok) throw new Error(`${name} was answered`)
      const plain = ({ headers, ...rest }: typeof one.error) => ({ ...rest, names: [...headers.keys()].sort() })
      expect([name, plain(one.error)]).toEqual([name, plain(other.error)])
    }
  })

  test('error: tokens are worth nothing with another device’s key, and the thief cannot end the session', async () => {
    const { device, session } = await signedIn()
    const thief = await world.device(undefined, 1)
    expect(await thief.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('invalid_token')
    expect(await thief.code(authRoutes.me, {}, { token: session.accessToken })).toBe('invalid_dpop_proof')
    expect(await device.code(authRoutes.me, {})).toBe('ok')
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('ok')
  })

  test('behavior: 7 days without use, or 30 days in all, end a session', async () => {
    const { device, session } = await signedIn()
    let token = session.refreshToken
    for (let spent = 0; spent < 5; spent += 1) {
      world.clock.now += 6 * day
      const result = await refresh(device, token)
      if (spent < 4 && result.ok) token = result.value.refreshToken
      expect(result.ok).toBe(spent < 4)
    }
    const idle = await signedIn()
    world.clock.now += 7 * day + 1_000
    expect(await idle.device.code(authRoutes.refresh, { refreshToken: idle.session.refreshToken })).toBe('invalid_token')
  })

  test('error: every lie in a proof is refused', async () => {
    const { device } = await signedIn()
    const lies = [
      { htm: 'POST' },
      { htu: 'http://api.localhost/auth/v1/sessions' },
      { htu: 'http://other.localhost/auth/v1/me' },
      { ath: 'A'.repeat(43) },
      { ath: undefined },
      { jti: 'short' },
      { header: { typ: 'JWT' } },
      { header: { jwk: undefined } },
    ]
    for (const lie of lies) expect(await device.code(authRoutes.me, {}, { lie })).toBe('invalid_dpop_proof')
    expect(await device.code(authRoutes.me, {}, { lie: { nonce: 'B'.repeat(43) } })).toBe('use_dpop_nonce')
    const plain = await device.send('GET', authRoutes.me.path, {}, { authorization: `Bearer ${device.session?.accessToken}` })
    expect(plain.status).toBe(401)
    expect(plain.headers.get('www-authenticate')).toContain('DPoP error="invalid_token"')
  })

  test('error: a proof works once, on whichever replica, and not with a nonce of 5 minutes ago', async () => {
    const { device, session } = await signedIn()
    const headers = {
      dpop: await device.prove('GET', authRoutes.me.path, session.accessToken),
      authorization: `DPoP ${session.accessToken}`,
    }
    const ask = (replica: number) =>
      world.replicas[replica]
        ?.api()(new Request(`http://api.localhost${authRoutes.me.path}`, { headers }))
        .then((response) => response.status)
    expect(await ask(0)).toBe(200)
    expect(await ask(0)).toBe(401)
    expect(await ask(1)).toBe(401)
    const old = { ...headers, dpop: await device.prove('GET', authRoutes.me.path, session.accessToken) }
    world.clock.now += 301_000
    const response = await world.api()(new Request(`http://api.localhost${authRoutes.me.path}`, { headers: old }))
    expect(response.headers.get('www-authenticate')).toContain('use_dpop_nonce')
    expect(response.headers.get('dpop-nonce')).toHaveLength(43)
  })

  test('behavior: sessions are listed and revoked, at once and on every replica', async () => {
    const email = newEmail()
    const one = await signedIn(email)
    const two = await signedIn(email, 1)
    const { sessions } = await one.device.must(authRoutes.sessions, {})
    expect(sessions.map(({ id, current }) => [id, current])).toContainEqual([one.session.sessionId, true])
    expect(sessions).toHaveLength(2)
    expect(await one.device.code(authRoutes.revoke, { id: 'A'.repeat(22) })).toBe('session_unknown')
    await one.device.must(authRoutes.revoke, { id: two.session.sessionId })
    expect(await two.device.code(authRoutes.me, {})).toBe('invalid_token')
    expect(await two.device.code(authRoutes.refresh, { refreshToken: two.session.refreshToken })).toBe('invalid_token')
    const stranger = await signedIn()
    expect(await stranger.device.code(authRoutes.revoke, { id: one.session.sessionId })).toBe('session_unknown')
    await one.device.must(authRoutes.signOut, {})
    expect(await one.device.code(authRoutes.me, {})).toBe('invalid_token')
  })

  test('behavior: signing out everywhere ends all sessions and forgets the devices', async () => {
    const email = newEmail()
    const one = await signedIn(email)
    const two = await signedIn(email, 1)
    await two.device.must(authRoutes.signOutEverywhere, {})
    expect(await one.device.code(authRoutes.me, {})).toBe('invalid_token')
    world.clock.now += 31_000
    expect(await one.device.must(authRoutes.challenge, { ...place, email })).toMatchObject({ action: 'VERIFY_DEVICE' })
  })

  test('error: a page that was taken off the list is refused from then on', async () => {
    const { device, session } = await signedIn()
    await world.db
      .update(projects)
      .set({ mode: 'production', origins: ['https://shop.example.com'] })
      .where(eq(projects.id, 'open'))
    try {
      // What a replica remembers of a project is a minute old at most.
      world.clock.now += 60_001
      expect(await device.code(authRoutes.me, {})).toBe('origin_not_allowed')
      expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('origin_not_allowed')
    } finally {
      await world.db.update(projects).set({ mode: 'development', origins: [] }).where(eq(projects.id, 'open'))
      world.clock.now += 60_001
    }
    // An operator's mistake in the list, once corrected, has signed nobody out.
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('ok')
  })

  test('behavior: a step-up by code counts for 5 minutes', async () => {
    const { device, email } = await signedIn()
    world.clock.now += 301_000
    expect(await device.code(authRoutes.deleteAccount, {})).toBe('step_up_required')
    const started = await device.must(authRoutes.stepUpStart, {})
    const { stepUpUntil } = await device.must(authRoutes.stepUpVerify, { challengeId: started.challengeId, code: world.codeTo(email) })
    expect(Date.parse(stepUpUntil)).toBe(world.clock.now + 300_000)
    expect(await device.code(authRoutes.deleteAccount, {})).toBe('ok')
  })

  test('behavior: an account is destroyed after 7 days, unless somebody signs in or follows the link', async () => {
    const lost = await signedIn()
    const kept = await signedIn()
    const returned = await signedIn()
    for (const { device } of [lost, kept, returned]) await device.must(authRoutes.deleteAccount, {})
    expect((await kept.device.must(authRoutes.me, {})).deleteAt).not.toBeNull()
    await kept.device.must(authRoutes.linkApprove, { token: world.linkTo(kept.email) })
    world.clock.now += 6 * day
    await world.signIn(returned.device, returned.email)
    world.clock.now += 1 * day + 1_000
    await world.sweep()
    const again = async (email: string) => (await signedIn(email)).session.user.id
    expect(await again(kept.email)).toBe(kept.session.user.id)
    expect(await again(returned.email)).toBe(returned.session.user.id)
    expect(await again(lost.email)).not.toBe(lost.session.user.id)
  })

  test('error: a deletion that cannot be given its link does not happen', async () => {
    const { device } = await signedIn()
    await world.db.execute(sql`alter table auth_links add constraint none check (kind <> 'cancel-deletion') not valid`)
    try {
      expect(await device.code(authRoutes.deleteAccount, {})).toBe('unavailable')
    } finally {
      await world.db.execute(sql`alter table auth_links drop constraint none`)
    }
    expect((await device.must(authRoutes.me, {})).deleteAt).toBeNull()
  })

  test('behavior: an account whose time has come is destroyed once, however many replicas see it', async () => {
    const { device, session } = await signedIn()
    await device.must(authRoutes.deleteAccount, {})
    world.clock.now += 7 * day
    const subject = pseudonymOf(world.accounts, session.user.id)
    await Promise.all(world.replicas.flatMap(({ accounts }) => [destroyDeleted(accounts), destroyDeleted(accounts)]))
    const entries = await world.db.select().from(authAudit).where(eq(authAudit.subject, subject))
    expect(entries.filter(({ event }) => event === 'deleted')).toHaveLength(1)
  })

  test('behavior: the address changes by a code to each, and the old one can undo it for 48 hours', async () => {
    const { device, email, session } = await signedIn()
    const next = newEmail()
    world.clock.now += 31_000
    const first = await device.must(authRoutes.emailChange, { email: next })
    expect(first.action).toBe('VERIFY_PRIMARY_OTP')
    const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
    expect(await device.code(authRoutes.emailChangeSecondary, { challengeId: first.challengeId, code: world.codeTo(next) })).toBe(
      'challenge_gone',
    )
    const changed = await device.must(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code: world.codeTo(next) })
    expect(changed).toEqual({ email: next })
    expect((await device.must(authRoutes.me, {})).email).toBe(next)
    const revert = world.linkTo(email)
    expect(await device.must(authRoutes.linkInspect, { token: revert })).toMatchObject({ kind: 'revert-email', email })
    world.clock.now += 2 * day - 60_000
    await device.must(authRoutes.linkApprove, { token: revert })
    expect(await device.code(authRoutes.linkApprove, { token: revert })).toBe('link_gone')
    expect((await signedIn(email)).session.user.id).toBe(session.user.id)
    expect(await device.code(authRoutes.refresh, { refreshToken: session.refreshToken })).toBe('invalid_token')
  })

  test('error: an address of another wallet is only told to whoever holds its inbox', async () => {
    const taken = await signedIn()
    const { device, email } = await signedIn()
    world.clock.now += 31_000
    const first = await device.must(authRoutes.emailChange, { email: taken.email })
    const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
    const code = await device.code(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code: world.codeTo(taken.email) })
    expect(code).toBe('email_taken')
  })
})
