import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device, Lie } from '@latchkey/testkit/src/server/device.ts'
import { exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

/* Attacks on sign-in and sessions (secure-frame/SECURITY.md). Each test is named after the rule that it defends. */

const hour = 3_600_000
let number = 0
const newEmail = () => `attack${++number}@example.com`
const newIp = () => `203.0.${++number >> 8}.${number & 255}`

describe.each(databases)('attacks on sign-in, on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options, { replicas: 2 })
  })
  beforeEach(() => {
    world.clock.now += hour
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const signedIn = async (email = newEmail()) => {
    const device = await world.device(newIp())
    return { device, email, session: await world.signIn(device, email) }
  }
  const challenge = async (device: Device, email: string) => {
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action === 'CONNECT') throw new Error('signed in already')
    return started
  }
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  test('error: an access token counts with this service’s own algorithm and key only', async () => {
    const { device, session } = await signedIn()
    const [header = '', body = '', signature = ''] = session.accessToken.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const asText = Buffer.from(JSON.stringify(await exportJWK(publicKey)))
    const hs256 = (key: Uint8Array, typ = 'at+jwt') => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key)
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = [
      new UnsecuredJWT(claims).encode(),
      `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.${signature}`,
      `${part({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
      `${header}.${part({ ...claims, sub: 'somebody' })}.${signature}`,
      `${header}.${part({ ...claims, exp: claims.exp + 9_000 })}.${signature}`,
      `${header}.${body}.`,
      `${header}.${body}`,
      await hs256(asText),
      await hs256(Buffer.alloc(32)),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' }).sign(privateKey),
      await device.prove('GET', authRoutes.me.path, undefined),
      session.refreshToken,
      '',
    ]
    for (const token of forged) expect([token, await device.code(authRoutes.me, {}, { token })]).toEqual([token, 'invalid_token'])
    expect(await device.code(authRoutes.me, {})).toBe('ok')
  })

  test('error: a proof counts with a public P-256 key and ES256 only', async () => {
    const { device, session } = await signedIn()
    const me = authRoutes.me
    const ask = async (dpop: string) => {
      const response = await device.send('GET', me.path, {}, { dpop, authorization: `DPoP ${session.accessToken}` })
      return ((await response.json()) as { reasons?: { field: string }[] }).reasons?.[0]?.field ?? 'ok'
    }
    const claims = () => ({ htm: 'GET', htu: `http://api.localhost${me.path}`, jti: crypto.randomUUID(), nonce: device.nonce })
    const typ = 'dpop+jwt'
    const [p384, rsa, p256] = await Promise.all(
      (['ES384', 'RS256', 'ES256'] as const).map(async (alg) => {
        const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
        return { alg, privateKey, jwk: await exportJWK(publicKey), secret: await exportJWK(privateKey) }
      }),
    )
    if (!p384 || !rsa || !p256) throw new Error('unreachable')
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const symmetric = Buffer.from(JSON.stringify(p256.jwk))
    const oct: JWK = { kty: 'oct', k: symmetric.toString('base64url') }
    const proofs = [
      `${part({ alg: 'none', typ, jwk: p256.jwk })}.${part(claims())}.`,
      await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', typ, jwk: p256.jwk }).sign(symmetric),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', typ, jwk: oct }).sign(symmetric),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'ES384', typ, jwk: p384.jwk }).sign(p384.privateKey),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', typ, jwk: rsa.jwk }).sign(rsa.privateKey),
      await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', typ, jwk: p256.secret }).sign(p256.privateKey),
      // Another key than the one that it names.
      await new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', typ, jwk: p256.jwk })
        .sign((await generateKeyPair('ES256')).privateKey),
      session.accessToken,
      'A'.repeat(5_000),
    ]
    for (const proof of proofs) expect([proof.slice(0, 40), await ask(proof)]).toEqual([proof.slice(0, 40), 'invalid_dpop_proof'])
    expect(await device.code(me, {})).toBe('ok')
  })

  test('error: a proof is for one method, one address, one token and one use, on every replica', async () => {
    const { device, session } = await signedIn()
    const other = await signedIn()
    const lies: Lie[] = [
      { htm: 'get' },
      { htm: 'POST' },
      { htu: 'https://api.localhost/auth/v1/me' },
      { htu: 'http://API.localhost/auth/v1/me' },
      { htu: `http://api.localhost${authRoutes.me.path}?a=1` },
      { htu: `http://api.localhost${authRoutes.me.path}/` },
      { jti: 7 },
      { jti: 'x'.repeat(200) },
      { ath: null },
    ]
    for (const lie of lies) expect([lie, await device.code(authRoutes.me, {}, { lie })]).toEqual([lie, 'invalid_dpop_proof'])
    const dpop = await device.prove('GET', authRoutes.me.path, other.session.accessToken)
    const crossed = await device.send('GET', authRoutes.me.path, {}, { dpop, authorization: `DPoP ${session.accessToken}` })
    expect(crossed.status).toBe(401)
    const once = await device.prove('GET', authRoutes.me.path, session.accessToken)
    const headers = { dpop: once, authorization: `DPoP ${session.accessToken}` }
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        world.replicas[index % 2]
          ?.api()(new Request(`http://api.localhost${authRoutes.me.path}`, { headers }))
          .then(({ status }) => status),
      ),
    )
    expect(all.filter((status) => status === 200)).toHaveLength(1)
  })

  test('error: a code counts for what it was asked for: sign-in, step-up and changes of address do not mix', async () => {
    const { device, email } = await signedIn()
    world.clock.now += 31_000
    const signIn = await challenge(device, email)
    const code = world.codeTo(email)
    const body = { challengeId: signIn.challengeId, code }
    expect(await device.code(authRoutes.stepUpVerify, body)).toBe('challenge_gone')
    expect(await device.code(authRoutes.emailChangePrimary, body)).toBe('challenge_gone')
    expect(await device.code(authRoutes.emailChangeSecondary, body)).toBe('challenge_gone')
    expect(await device.code(authRoutes.otp, body)).toBe('ok')
    world.clock.now += 31_000
    const stepUp = await device.must(authRoutes.stepUpStart, {})
    const second = { challengeId: stepUp.challengeId, code: world.codeTo(email) }
    expect(await device.code(authRoutes.otp, second)).toBe('challenge_gone')
    expect(await device.code(authRoutes.emailChangePrimary, second)).toBe('challenge_gone')
    expect(await device.code(authRoutes.stepUpVerify, second)).toBe('ok')
  })

  test('error: a step-up of one session is worth nothing for another of the same device', async () => {
    const { device, email, session } = await signedIn()
    world.clock.now += 31_000
    const { challengeId } = await device.must(authRoutes.stepUpStart, {})
    const code = world.codeTo(email)
    world.clock.now += 31_000
    await world.signIn(device, email)
    expect(await device.code(authRoutes.stepUpVerify, { challengeId, code })).not.toBe('ok')
    expect(device.session?.sessionId).not.toBe(session.sessionId)
  })

  test('error: 60 tries at once from one client over many addresses are 60, on all replicas together', async () => {
    const ip = newIp()
    const device = await world.device(ip)
    await device.code(authRoutes.device, { challengeId: 'a'.repeat(22) })
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        device.code(authRoutes.otp, { challengeId: String(index).padStart(22, 'a'), code: '123456' }),
      ),
    )
    expect(all.filter((code) => code === 'challenge_gone')).toHaveLength(60)
    expect(all.filter((code) => code === 'too_many_requests')).toHaveLength(20)
  })

  test('error: five tries are five, whether the code is asked for again or not', async () => {
    const { device, email } = await signedIn()
    world.clock.now += 31_000
    const { challengeId } = await challenge(device, email)
    for (let left = 4; left >= 0; left -= 1)
      expect(await device.code(authRoutes.otp, { challengeId, code: wrong(world.codeTo(email)) })).toBe(left ? 'otp_wrong' : 'otp_spent')
    world.clock.now += 31_000
    await device.code(authRoutes.resend, { challengeId })
    expect(await device.code(authRoutes.otp, { challengeId, code: world.codeTo(email) })).toBe('otp_spent')
  })

  test('error: whether an address has an account shows neither in words nor in work', async () => {
    const known = (await signedIn()).email
    const names = ['select', 'insert', 'update', 'delete', 'execute', 'transaction'] as const
    const work = []
    // The first one also reads the project.
    await challenge(await world.device(newIp(), 0), newEmail())
    for (const email of [known, newEmail()]) {
      const device = await world.device(newIp(), 0)
      await device.code(authRoutes.device, { challengeId: 'a'.repeat(22) })
      const spies = names.map((name) => vi.spyOn(world.db, name))
      const started = await challenge(device, email)
      work.push([spies.map((spy) => spy.mock.calls.length), Object.keys(started), started.action, world.mails[0]?.subject])
      for (const spy of spies) spy.mockRestore()
    }
    expect(work[0]).toEqual(work[1])
  })

  test('error: a change of address sends no more mails to a stranger than a sign-in does', async () => {
    const victim = newEmail()
    const sent = () => world.mails.filter(({ to }) => to === victim).length
    for (let round = 0; round < 16; round += 1) {
      const { device, email } = await signedIn()
      world.clock.now += hour
      await world.signIn(device, email)
      world.clock.now += 31_000
      const first = await device.must(authRoutes.emailChange, { email: victim })
      await device.code(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
    }
    expect(sent()).toBe(10)
  })

  test('error: a device whose session was revoked from another one is a stranger again', async () => {
    const { device, email } = await signedIn()
    const stolen = await world.device(newIp())
    world.clock.now += 31_000
    const { sessionId } = await world.signIn(stolen, email)
    world.clock.now += 31_000
    expect((await challenge(stolen, email)).action).toBe('VERIFY_OTP')
    await device.must(authRoutes.revoke, { id: sessionId })
    expect(await stolen.code(authRoutes.me, {})).toBe('invalid_token')
    world.clock.now += 31_000
    expect((await challenge(stolen, email)).action).toBe('VERIFY_DEVICE')
    expect((await challenge(device, email)).action).toBe('VERIFY_OTP')
  })

  test('error: a changed address is kept for its owner as long as the change can be undone', async () => {
    const { device, email, session } = await signedIn()
    const next = newEmail()
    world.clock.now += 31_000
    const first = await device.must(authRoutes.emailChange, { email: next })
    const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
    await device.must(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code: world.codeTo(next) })
    const token = world.linkTo(email)

    // The owner tries the old address first, as users do.
    const owner = await world.device(newIp())
    const started = await challenge(owner, email)
    await owner.must(authRoutes.linkApprove, {
      token: world.linkTo(email),
      number: started.action === 'VERIFY_DEVICE' ? started.number : '',
    })
    expect(await owner.code(authRoutes.otp, { challengeId: started.challengeId, code: world.codeTo(email) })).toBe('email_changed')
    // Nor can another account take it.
    const other = await signedIn()
    world.clock.now += 31_000
    const taking = await other.device.must(authRoutes.emailChange, { email })
    const last = await other.device.must(authRoutes.emailChangePrimary, {
      challengeId: taking.challengeId,
      code: world.codeTo(other.email),
    })
    expect(await other.device.code(authRoutes.emailChangeSecondary, { challengeId: last.challengeId, code: world.codeTo(email) })).toBe(
      'email_changed',
    )
    await owner.must(authRoutes.linkApprove, { token })
    world.clock.now += 31_000
    expect((await world.signIn(owner, email)).user.id).toBe(session.user.id)
  })
})
