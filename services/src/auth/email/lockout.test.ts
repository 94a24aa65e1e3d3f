import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authFailures } from '../../db/accountTables.js'

const email = 'target@example.com'

describe.each(databases)('guessing codes on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    const many = 100_000
    world = await openTestAccounts(database.options, {
      replicas: 2,
      accounts: {
        limits: { failuresPerEmail: 12, failuresInAll: 40, sendsPerEmailHour: many, sendsPerEmailDay: many, sendsPerAddressHour: many },
      },
    })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  let ip = 0
  const guess = async (to: string) => {
    const device = await world.device(`203.0.113.${++ip}`, ip % 2)
    const started = await device.must(authRoutes.challenge, { ...place, email: to })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    await device.must(authRoutes.linkApprove, { token: world.linkTo(to), number: started.number })
    const right = world.codeTo(to)
    const wrong = right === '111111' ? '222222' : '111111'
    const codes = []
    for (let index = 0; index < 5; index += 1)
      codes.push(await device.code(authRoutes.otp, { challengeId: started.challengeId, code: wrong }))
    return { codes, right: await device.code(authRoutes.otp, { challengeId: started.challengeId, code: right }) }
  }

  test('behavior: many wrong codes keep unknown devices out until the inbox lets them in; the owner’s device never notices', async () => {
    const owner = await world.device('198.51.100.1')
    await world.signIn(owner, email)
    for (let round = 0; round < 3; round += 1)
      expect(await guess(email)).toEqual({ codes: ['otp_wrong', 'otp_wrong', 'otp_wrong', 'otp_wrong', 'otp_spent'], right: 'otp_spent' })
    const stranger = await world.device('198.51.100.2')
    const refused = await stranger.must(authRoutes.challenge, { ...place, email })
    expect(refused.action).toBe('VERIFY_DEVICE')
    expect(world.mails[0]?.subject).toBe('Too many wrong codes for Latchkey')
    expect(await stranger.must(authRoutes.linkInspect, { token: world.linkTo(email) })).toMatchObject({ kind: 'unlock', numbers: [] })
    const unlock = world.linkTo(email)
    world.clock.now += 31_000
    expect(await owner.must(authRoutes.challenge, { ...place, email })).toMatchObject({ action: 'VERIFY_OTP' })
    await stranger.must(authRoutes.linkApprove, { token: unlock })
    await stranger.must(authRoutes.challenge, { ...place, email })
    expect(world.mails[0]?.subject).toBe('Confirm a new device for Latchkey')
  })

  test('behavior: wrong codes for many addresses at once make new devices wait, and known ones not', async () => {
    const owner = await world.device('198.51.100.3')
    await world.signIn(owner, 'owner@example.com')
    for (let round = 0; round < 8; round += 1) await guess(`sprayed${round}@example.com`)
    const fresh = await world.device('198.51.100.4')
    const started = await fresh.must(authRoutes.challenge, { ...place, email: 'fresh@example.com' })
    if (started.action !== 'VERIFY_DEVICE') throw new Error(started.action)
    await fresh.must(authRoutes.linkApprove, { token: world.linkTo('fresh@example.com'), number: started.number })
    const body = { challengeId: started.challengeId, code: world.codeTo('fresh@example.com') }
    expect(await fresh.code(authRoutes.otp, body)).toBe('unavailable')
    world.clock.now += 31_000
    expect((await world.signIn(owner, 'owner@example.com')).user.email).toBe('owner@example.com')
    world.clock.now += 240_000
    expect(await fresh.code(authRoutes.otp, body)).not.toBe('otp_wrong')
  })

  test('behavior: wrong codes count for 90 days, and are not kept longer', async () => {
    const to = 'forgotten@example.com'
    const day = 86_400_000
    for (let round = 0; round < 3; round += 1) await guess(to)
    const asked = async (days: number) => {
      world.clock.now += days * day
      await world.sweep()
      await (await world.device(`203.0.113.${++ip}`)).must(authRoutes.challenge, { ...place, email: to })
      return world.mails[0]?.subject
    }
    expect(await asked(89)).toBe('Too many wrong codes for Latchkey')
    expect(await asked(2)).toBe('Confirm a new device for Latchkey')
    expect(await world.db.select().from(authFailures)).toEqual([])
  })
})
