import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createDevice } from '@latchkey/testkit/src/server/device.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

let number = 0
const newEmail = () => `person${++number}@example.com`
let address = 0
/** Addresses of their own, so that what one test spends is not missing in the next. */
const newIp = () => `198.51.${Math.floor(++address / 250)}.${(address % 250) + 1}`

describe.each(databases)('sign-in by e-mail on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options, { replicas: 2 })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000 * 25
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  test('behavior: an unknown device is confirmed by a number, then types a code; a known one only types a code', async () => {
    const email = newEmail()
    const device = await world.device(newIp())
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    expect(started).toMatchObject({ resendAfter: 30, expiresIn: 1_200 })
    const token = world.linkTo(email)
    expect(world.codeTo(email)).toBe('')
    expect(await device.must(authRoutes.device, { challengeId: started.challengeId })).toMatchObject({ status: 'PENDING' })
    const facts = await device.must(authRoutes.linkInspect, { token })
    expect(facts).toMatchObject({ kind: 'device', origin: place.origin, browser: 'Firefox on Linux', email })
    expect(facts.numbers).toHaveLength(3)
    expect(facts.numbers).toContain(started.number)
    await device.must(authRoutes.linkApprove, { token, number: started.number })
    expect(await device.must(authRoutes.device, { challengeId: started.challengeId })).toMatchObject({
      status: 'VERIFY_OTP',
      expiresIn: 300,
    })
    const session = await device.must(authRoutes.otp, { challengeId: started.challengeId, code: world.codeTo(email) })
    expect(session).toMatchObject({ tokenType: 'DPoP', expiresIn: 600, provider: 'email', hasWallet: false, quarantineUntil: null })
    expect(session.user.email).toBe(email)

    world.clock.now += 31_000
    const again = await device.must(authRoutes.challenge, { ...place, email: email.toUpperCase() })
    expect(again).toMatchObject({ action: 'VERIFY_OTP' })
    world.clock.now += 31_000
    expect(await device.must(authRoutes.challenge, { ...place, email, refreshToken: session.refreshToken })).toEqual({ action: 'CONNECT' })
  })

  test.each([
    ['another network', '203.0.113.9', undefined],
    ['another kind of browser', undefined, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'],
  ])(
    'error: a link that is followed elsewhere (%s) shows no number and confirms none, even the right one',
    async (_name, ip, userAgent) => {
      const email = newEmail()
      const mine = newIp()
      const thief = await world.device(mine)
      const started = await thief.must(authRoutes.challenge, { ...place, email })
      if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
      const token = world.linkTo(email)
      // The owner, who was had to sign in on a forged page that shows the thief's number.
      const owner = await createDevice(world.api(ip ?? mine), userAgent ? { userAgent } : {})
      expect(await owner.must(authRoutes.linkInspect, { token })).toMatchObject({ elsewhere: true, numbers: [] })
      expect(await owner.code(authRoutes.linkApprove, { token, number: started.number })).toBe('flow_elsewhere')
      expect(await thief.must(authRoutes.device, { challengeId: started.challengeId })).toMatchObject({ status: 'PENDING' })
      // Where the sign-in was started, the same link still counts; and it can be denied from anywhere.
      expect(await thief.must(authRoutes.linkInspect, { token })).toMatchObject({ elsewhere: false })
      await owner.must(authRoutes.linkDeny, { token })
      expect(await thief.code(authRoutes.device, { challengeId: started.challengeId })).not.toBe('ok')
    },
  )

  test('behavior: a device that waits hears of the decision as soon as it is made', async () => {
    // Held back for longer than a test takes: only the decision ends it.
    const { decisions } = world.accounts
    const hold = decisions.wait
    const waits = vi.spyOn(decisions, 'wait').mockImplementation((id) => hold(id, 600_000))
    onTestFinished(() => waits.mockRestore())
    for (const decide of ['approve', 'deny', 'wrong'] as const) {
      const email = newEmail()
      const device = await world.device(newIp(), 0)
      const started = await device.must(authRoutes.challenge, { ...place, email })
      if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
      const token = world.linkTo(email)
      const { numbers } = await device.must(authRoutes.linkInspect, { token })
      // A question that is not held back is answered with PENDING before anything was decided.
      const held = device.call(authRoutes.device, { challengeId: started.challengeId, wait: true })
      await vi.waitFor(() => expect(waits).toHaveBeenCalledWith(started.challengeId, expect.any(Number)))
      if (decide === 'deny') await device.must(authRoutes.linkDeny, { token })
      else
        await device.call(authRoutes.linkApprove, {
          token,
          number: decide === 'approve' ? started.number : (numbers.find((each) => each !== started.number) ?? ''),
        })
      expect(await held).toMatchObject(
        decide === 'approve'
          ? { ok: true, value: { status: 'VERIFY_OTP' } }
          : { ok: false, error: { code: decide === 'deny' ? 'flow_denied' : 'device_number_wrong' } },
      )
    }
  })

  test('behavior: mails say where it was asked for and never hold a link beside a code', async () => {
    const email = newEmail()
    const device = await world.device(newIp())
    await world.signIn(device, email)
    const [code, link] = world.mails.filter((mail) => mail.to === email)
    expect(code?.text).toContain('Asked for on: http://app.localhost')
    expect(code?.text).toContain('Device: Firefox on Linux')
    expect(`${code?.text} ${code?.html}`).not.toMatch(/https?:\/\/[^\s<]*[#?]|href=/)
    expect(link?.text).toContain('http://secure.localhost/verify#')
    expect(link?.text).not.toContain(world.codeTo(email))
  })

  test('behavior: 200 tries at once on two replicas are five', async () => {
    const email = newEmail()
    const device = await world.device(newIp())
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    await device.must(authRoutes.linkApprove, { token: world.linkTo(email), number: started.number })
    const right = world.codeTo(email)
    const wrong = right === '000000' ? '000001' : '000000'
    const { path } = authRoutes.otp
    const attempt = async (index: number) => {
      const dpop = await device.prove('POST', path, undefined)
      const request = new Request(`http://api.localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', dpop },
        body: JSON.stringify({ challengeId: started.challengeId, code: wrong }),
      })
      const api = world.replicas[index % 2]?.api(newIp()) ?? world.api(newIp())
      return ((await (await api(request)).json()) as { reasons: { field: string }[] }).reasons[0]?.field
    }
    const codes = await Promise.all(Array.from({ length: 200 }, (_, index) => attempt(index)))
    expect(codes.filter((code) => code === 'otp_wrong')).toHaveLength(4)
    // The fifth try is compared too, and says that it was the last.
    expect(codes.filter((code) => code === 'otp_spent')).toHaveLength(196)
    expect(await device.code(authRoutes.otp, { challengeId: started.challengeId, code: right })).toBe('otp_spent')
  })

  test('error: a code is worth nothing on another device, a second time, or after its life', async () => {
    const email = newEmail()
    const [device, thief] = [await world.device(newIp()), await world.device(newIp(), 1)]
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    const { challengeId } = started
    expect(await device.code(authRoutes.otp, { challengeId, code: '123456' })).toBe('device_pending')
    await device.must(authRoutes.linkApprove, { token: world.linkTo(email), number: started.number })
    const code = world.codeTo(email)
    expect(await thief.code(authRoutes.otp, { challengeId, code })).toBe('challenge_gone')
    expect(await thief.code(authRoutes.device, { challengeId })).toBe('challenge_gone')
    expect(await thief.code(authRoutes.resend, { challengeId })).toBe('challenge_gone')
    world.clock.now += 301_000
    expect(await device.code(authRoutes.otp, { challengeId, code })).toBe('challenge_gone')
    const next = await device.must(authRoutes.challenge, { ...place, email })
    if (next.action !== 'VERIFY_DEVICE') throw new Error(next.action)
    await device.must(authRoutes.linkApprove, { token: world.linkTo(email), number: next.number })
    const used = { challengeId: next.challengeId, code: world.codeTo(email) }
    const all = await Promise.all(Array.from({ length: 5 }, () => device.code(authRoutes.otp, used)))
    expect(all.filter((result) => result === 'ok')).toHaveLength(1)
  })

  test('error: a wrong number ends the sign-in, and a link works once', async () => {
    const email = newEmail()
    const device = await world.device(newIp())
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    const token = world.linkTo(email)
    const { numbers } = await device.must(authRoutes.linkInspect, { token })
    const other = numbers.find((candidate) => candidate !== started.number) ?? ''
    expect(await device.code(authRoutes.linkApprove, { token })).toBe('invalid_request')
    expect(await device.code(authRoutes.linkApprove, { token, number: other })).toBe('device_number_wrong')
    expect(await device.code(authRoutes.linkApprove, { token, number: started.number })).toBe('link_gone')
    expect(await device.code(authRoutes.device, { challengeId: started.challengeId })).toBe('device_number_wrong')
    expect(world.codeTo(email)).toBe('')

    world.clock.now += 31_000
    const next = await device.must(authRoutes.challenge, { ...place, email })
    const late = world.linkTo(email)
    world.clock.now += 1_201_000
    expect(next.action).toBe('VERIFY_DEVICE')
    expect(await device.code(authRoutes.linkInspect, { token: late })).toBe('link_gone')
  })

  test('error: a link that was denied ends the sign-in', async () => {
    const email = newEmail()
    const device = await world.device(newIp())
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    await device.must(authRoutes.linkDeny, { token: world.linkTo(email) })
    expect(await device.code(authRoutes.device, { challengeId: started.challengeId })).toBe('flow_denied')
  })

  test('error: another mail within 30 s is refused with the seconds to wait, whatever the address and the replica', async () => {
    const ip = newIp()
    const device = await world.device(ip)
    const started = await device.must(authRoutes.challenge, { ...place, email: newEmail() })
    if (started.action === 'CONNECT') throw new Error(started.action)
    world.clock.now += 10_000
    const refused = await device.call(authRoutes.challenge, { ...place, email: newEmail() })
    if (refused.ok) throw new Error('it was allowed')
    expect(refused.error).toMatchObject({ status: 429, code: 'too_many_requests', text: 'Please try again after 20 seconds' })
    expect(refused.error.headers.get('retry-after')).toBe('20')
    expect(await device.code(authRoutes.resend, { challengeId: started.challengeId })).toBe('too_many_requests')
    world.clock.now += 20_001
    expect(await device.must(authRoutes.resend, { challengeId: started.challengeId })).toMatchObject({ resendAfter: 30 })
  })

  test('error: an address gets five mails an hour, on all replicas together', async () => {
    const email = newEmail()
    const codes = []
    for (let index = 0; index < 6; index += 1)
      codes.push(await (await world.device(newIp(), index % 2)).code(authRoutes.challenge, { ...place, email }))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'too_many_requests'])
    world.clock.now += 3_600_001
    expect(await (await world.device(newIp())).code(authRoutes.challenge, { ...place, email })).toBe('ok')
  })

  test('behavior: strangers who spend an address, or type wrong codes, lock out no device that its owner knows', async () => {
    const email = newEmail()
    const owner = await world.device(newIp())
    await world.signIn(owner, email)
    for (let index = 0; index < 5; index += 1) await (await world.device(newIp())).code(authRoutes.challenge, { ...place, email })
    expect(await (await world.device(newIp())).code(authRoutes.challenge, { ...place, email })).toBe('too_many_requests')
    world.clock.now += 31_000
    expect(await owner.must(authRoutes.challenge, { ...place, email })).toMatchObject({ action: 'VERIFY_OTP' })
  })

  test('error: a client gets 20 mails an hour', async () => {
    const ip = newIp()
    const codes = []
    for (let index = 0; index < 21; index += 1)
      codes.push(await (await world.device(ip, index % 2)).code(authRoutes.challenge, { ...place, email: newEmail() }))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(20)
  })

  test('behavior: known and unknown addresses are answered alike', async () => {
    const [known, unknown] = [newEmail(), newEmail()]
    await world.signIn(await world.device(newIp()), known)
    const shapes = []
    for (const email of [known, unknown]) {
      const device = await world.device(newIp())
      await device.code(authRoutes.device, { challengeId: 'a'.repeat(22) })
      const response = await device.send(
        'POST',
        authRoutes.challenge.path,
        { ...place, email },
        { dpop: await device.prove('POST', authRoutes.challenge.path, undefined) },
      )
      const body = (await response.json()) as Record<string, unknown>
      shapes.push([response.status, Object.keys(body), body.action, body.expiresIn, body.resendAfter])
    }
    expect(shapes[0]).toEqual(shapes[1])
  })

  test('error: a page that the project does not allow, an unknown project, and a foreign page as caller', async () => {
    const device = await world.device(newIp())
    const email = newEmail()
    expect(await device.code(authRoutes.challenge, { projectId: 'listed', origin: 'http://localhost:3000', email })).toBe(
      'origin_not_allowed',
    )
    expect(await device.code(authRoutes.challenge, { projectId: 'none', origin: place.origin, email })).toBe('project_unknown')
    const { path } = authRoutes.challenge
    const headers = { dpop: await device.prove('POST', path, undefined), origin: 'http://app.localhost' }
    expect((await device.send('POST', path, { ...place, email }, headers)).status).toBe(403)
  })
})
