import { authRoutes, type VaultShred, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { signWrite } from '@latchkey/secure-frame/src/worker/vault/writes.ts'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { addBody, createWallet, loadWallet, type MadeWallet } from '@latchkey/testkit/src/vault/client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileTimePasses } from '../testing/clock.js'

/* Who may sign whom out, and what becomes of the devices' key shares. */

const hour = 3_600_000
let number = 0
const newEmail = () => `out${++number}@example.com`

describe.each(databases)('signing others out, on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    const limits = { sendsPerAddressHour: 10_000, verifiesPerAddressHour: 10_000 }
    world = await openTestAccounts(database.options, { accounts: { limits }, replicas: 2 })
  })
  beforeEach(() => {
    world.clock.now += 72 * hour
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const signIn = async (device: Device, email: string) => {
    world.clock.now += 31_000
    return world.signIn(device, email)
  }
  /** An owner with a wallet. */
  const owner = async () => {
    const email = newEmail()
    const device = await world.device()
    const session = await signIn(device, email)
    return { device, email, session, made: await createWallet(device) }
  }
  const shred = async (device: Device, made: MadeWallet) => {
    const { walletId, hash } = await loadWallet(device)
    return (await signWrite(made.key, { op: 'shred', walletId, hash })) as VaultShred
  }
  const shareOf = async (device: Device, walletId: string) => {
    const slot = (await loadWallet(device)).slots.find(({ header }) => header.jkt === device.jkt)
    return device.code(vaultRoutes.share, { walletId, slotId: slot?.header.slotId ?? '' })
  }

  test('error: a device in its first 24 hours ends its own session, and nobody else’s; no key share is touched', async () => {
    const { device, email, session, made } = await owner()
    const thief = await world.device()
    const stolen = await signIn(thief, email)
    expect(stolen.quarantineUntil).not.toBeNull()
    expect(await thief.code(authRoutes.signOutEverywhere, {})).toBe('quarantined')
    expect(await thief.code(authRoutes.signOutEverywhere, { shred: await shred(device, made) })).toBe('quarantined')
    expect(await thief.code(authRoutes.revoke, { id: session.sessionId })).toBe('quarantined')
    expect(await shareOf(device, made.walletId)).toBe('ok')
    expect(await thief.code(authRoutes.revoke, { id: stolen.sessionId })).toBe('ok')
    expect(await thief.code(authRoutes.me, {})).toBe('invalid_token')
    const again = await signIn(thief, email)
    expect(again.quarantineUntil).not.toBeNull()
    expect(await thief.code(authRoutes.signOut, {})).toBe('ok')
    expect(await device.code(authRoutes.me, {})).toBe('ok')
  })

  test('error: five minutes after the sign-in, a fresh proof of the user is needed to sign others out', async () => {
    const { device, email, made } = await owner()
    const other = await world.device()
    const { sessionId } = await signIn(other, email)
    world.clock.now += 301_000
    expect(await device.code(authRoutes.signOutEverywhere, {})).toBe('step_up_required')
    expect(await device.code(authRoutes.revoke, { id: sessionId })).toBe('step_up_required')
    expect(await other.code(authRoutes.me, {})).toBe('ok')
    const { challengeId } = await device.must(authRoutes.stepUpStart, {})
    await device.must(authRoutes.stepUpVerify, { challengeId, code: world.codeTo(email) })
    expect(await device.code(authRoutes.revoke, { id: sessionId })).toBe('ok')
    expect(await shareOf(device, made.walletId)).toBe('ok')
    expect(await device.code(authRoutes.signOutEverywhere, {})).toBe('ok')
  })

  test('behavior: signed by the wallet, key shares are destroyed at once, and it is told by mail', async () => {
    const { device, email, made } = await owner()
    const answer = await device.must(authRoutes.signOutEverywhere, { shred: await shred(device, made) })
    expect(answer).toEqual({ shredAt: null })
    expect(world.mails[0]).toMatchObject({ to: email, subject: 'Every device was signed out of your Latchkey wallet' })
    await signIn(device, email)
    expect(await shareOf(device, made.walletId)).toBe('slot_gone')
  })

  test('behavior: without it sessions end at once, and key shares 24 hours later', async () => {
    const { device, email, made } = await owner()
    const { shredAt } = await device.must(authRoutes.signOutEverywhere, {})
    expect(Date.parse(shredAt ?? '')).toBe(world.clock.now + 24 * hour)
    expect(await device.code(authRoutes.me, {})).toBe('invalid_token')
    await signIn(device, email)
    expect(await shareOf(device, made.walletId)).toBe('ok')
    await world.sweep()
    expect(await shareOf(device, made.walletId)).toBe('ok')
    world.clock.now += 24 * hour
    await world.sweep()
    await signIn(device, email)
    expect(await shareOf(device, made.walletId)).toBe('slot_gone')
  })

  test('behavior: until then the owner undoes it by the mailed link, which signs out whoever is in', async () => {
    const { device, email, made } = await owner()
    await device.must(authRoutes.signOutEverywhere, {})
    const token = world.linkTo(email)
    const thief = await world.device()
    await signIn(thief, email)
    expect(await thief.must(authRoutes.linkInspect, { token })).toMatchObject({ kind: 'keep-devices', email })
    expect(await thief.code(authRoutes.linkDeny, { token })).toBe('invalid_request')
    await device.must(authRoutes.linkApprove, { token })
    expect(await thief.code(authRoutes.me, {})).toBe('invalid_token')
    world.clock.now += 25 * hour
    await world.sweep()
    await signIn(device, email)
    expect(await shareOf(device, made.walletId)).toBe('ok')
  })

  test('behavior: the link keeps the key shares, however long the request took that they were to be destroyed by', async () => {
    const { device, email, made } = await owner()
    await whileTimePasses(world.clock, () => device.must(authRoutes.signOutEverywhere, {}))
    await device.must(authRoutes.linkApprove, { token: world.linkTo(email) })
    world.clock.now += 25 * hour
    await world.sweep()
    await signIn(device, email)
    expect(await shareOf(device, made.walletId)).toBe('ok')
  })

  test('error: another wallet’s signature, an old manifest’s and none of this write destroy nothing and sign nobody out', async () => {
    const { device, made } = await owner()
    const stranger = await owner()
    const right = await shred(device, made)
    const { walletId, hash } = right
    const forged = (await signWrite(stranger.made.key, { op: 'shred', walletId, hash })) as VaultShred
    expect(await device.code(authRoutes.signOutEverywhere, { shred: forged })).toBe('vault_signature')
    expect(await device.code(authRoutes.signOutEverywhere, { shred: { ...right, hash: 'A'.repeat(43) } })).toBe('vault_signature')
    const old = (await signWrite(made.key, { op: 'shred', walletId, hash: 'A'.repeat(43) })) as VaultShred
    expect(await device.code(authRoutes.signOutEverywhere, { shred: old })).toBe('vault_conflict')
    expect(await stranger.device.code(authRoutes.signOutEverywhere, { shred: right })).toBe('vault_missing')
    expect(await shareOf(device, made.walletId)).toBe('ok')
  })

  test('behavior: a device that got its key share after signing out everywhere keeps it', async () => {
    const { device, email, made } = await owner()
    await device.must(authRoutes.signOutEverywhere, {})
    const other = await world.device()
    await signIn(other, email)

    await other.must(vaultRoutes.add, (await addBody(other, made, 'device')).body)
    world.clock.now += 24 * hour
    await world.sweep()
    await signIn(other, email)
    expect(await shareOf(other, made.walletId)).toBe('ok')
  })
})
