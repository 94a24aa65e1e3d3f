import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authAnswers, authChallenges } from '../db/accountTables.js'

let number = 0
const newEmail = () => `user${++number}@example.com`

describe.each(databases)('calls whose answer was lost, on $kind', ({ open }) => {
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

  /** A device with a code in its mailbox. */
  const withCode = async (device: Device) => {
    const email = newEmail()
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    await device.must(authRoutes.linkApprove, { token: world.linkTo(email), number: started.number })
    return { challengeId: started.challengeId, code: world.codeTo(email) }
  }
  const newKey = () => crypto.randomUUID()

  test('behavior: the same call gets the same answer, on every replica and however many come at once', async () => {
    const device = await world.device()
    const body = await withCode(device)
    const id = newKey()
    const first = await device.call(authRoutes.otp, body, { id })
    expect(first).toMatchObject({ ok: true })
    const others = await Promise.all(Array.from({ length: 6 }, () => device.call(authRoutes.otp, body, { id })))
    expect(others).toEqual(Array.from({ length: 6 }, () => first))
    if (first.ok) device.adopt(first.value)
    expect(await device.code(authRoutes.me, {})).toBe('ok')
  })

  test('behavior: of calls at once, one is made', async () => {
    const device = await world.device()
    const email = newEmail()
    const id = newKey()
    const all = await Promise.all(Array.from({ length: 6 }, () => device.call(authRoutes.challenge, { ...place, email }, { id })))
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(all[0]).toMatchObject({ ok: true, value: { action: 'VERIFY_DEVICE' } })
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('behavior: a refusal is repeated too, and costs one try', async () => {
    const device = await world.device()
    const { challengeId, code } = await withCode(device)
    const wrong = { challengeId, code: code === '000000' ? '000001' : '000000' }
    const id = newKey()
    for (let count = 0; count < 3; count += 1)
      expect(await device.call(authRoutes.otp, wrong, { id })).toMatchObject({
        ok: false,
        error: { code: 'otp_wrong', data: { attemptsLeft: 4 } },
      })
    expect(await device.call(authRoutes.otp, wrong, { id: newKey() })).toMatchObject({ error: { data: { attemptsLeft: 3 } } })
    expect(await device.code(authRoutes.otp, { challengeId, code })).toBe('ok')
  })

  test('behavior: a link that was followed without an answer is followed once, and a code is sent once', async () => {
    const device = await world.device()
    const email = newEmail()
    const started = await device.must(authRoutes.challenge, { ...place, email })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    const body = { token: world.linkTo(email), number: started.number }
    const id = newKey()
    for (let count = 0; count < 3; count += 1) expect(await device.call(authRoutes.linkApprove, body, { id })).toMatchObject({ ok: true })
    expect(world.mails.filter(({ to }) => to === email)).toHaveLength(2)
    expect(await device.code(authRoutes.linkApprove, body)).toBe('link_gone')
  })

  test('error: another device, another call and a later one get nothing of it', async () => {
    const [device, thief] = [await world.device(), await world.device('192.0.2.9')]
    const body = await withCode(device)
    const id = newKey()
    await device.call(authRoutes.otp, body, { id })
    expect(await thief.call(authRoutes.otp, body, { id })).toMatchObject({ ok: false, error: { code: 'challenge_gone' } })
    expect(await device.call(authRoutes.otp, body)).toMatchObject({ ok: false, error: { code: 'challenge_gone' } })
    expect(await device.call(authRoutes.otp, { ...body, code: '000000' }, { id })).toMatchObject({ error: { code: 'challenge_gone' } })
    world.clock.now += 60_001
    expect(await device.call(authRoutes.otp, body, { id })).toMatchObject({ ok: false, error: { code: 'challenge_gone' } })
  })

  test('error: a key that can be guessed is none, and each call is made by itself', async () => {
    const device = await world.device()
    const body = await withCode(device)
    expect(await device.call(authRoutes.otp, body, { id: '1' })).toMatchObject({ ok: true })
    expect(await device.call(authRoutes.otp, body, { id: '1' })).toMatchObject({ ok: false, error: { code: 'challenge_gone' } })
  })

  test('error: what goes wrong with us is not kept: the next try is made', async () => {
    const email = newEmail()
    const id = newKey()
    const before = (await world.db.select().from(authAnswers)).length
    const { mailer } = world.accounts
    if (!mailer) throw new Error('There is no mailer.')
    const broken = vi.spyOn(mailer, 'send').mockRejectedValueOnce(new Error('The mail server is down'))
    const main = await world.device(undefined, 0)
    expect(await main.call(authRoutes.challenge, { ...place, email }, { id })).toMatchObject({ ok: false, error: { status: 503 } })
    broken.mockRestore()
    expect(await world.db.select().from(authAnswers)).toHaveLength(before)
    // The wait between two mails counts all the same.
    world.clock.now += 31_000
    expect(await main.call(authRoutes.challenge, { ...place, email }, { id })).toMatchObject({ ok: true })
  })

  test('behavior: a dump of the database opens no answer, and it is deleted after a minute', async () => {
    const device = await world.device()
    const body = await withCode(device)
    const id = newKey()
    const answer = await device.call(authRoutes.otp, body, { id })
    if (!answer.ok) throw new Error(answer.error.code)
    const rows = JSON.stringify(await world.db.select().from(authAnswers))
    for (const secret of [id, answer.value.refreshToken, answer.value.accessToken, answer.value.user.email ?? ''])
      expect(rows).not.toContain(secret)
    await world.sweep()
    expect(await world.db.select().from(authAnswers)).not.toEqual([])
    world.clock.now += 60_001
    await world.sweep()
    expect(await world.db.select().from(authAnswers)).toEqual([])
    expect(await world.db.select().from(authChallenges)).not.toEqual([])
  })
})
