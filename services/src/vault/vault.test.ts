import { authRoutes, type VaultShred, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { signWrite } from '@latchkey/secure-frame/src/worker/vault/writes.ts'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import {
  addBody,
  createWallet,
  loadWallet,
  newWallet,
  openWallet,
  random32,
  rotation,
  without,
} from '@latchkey/testkit/src/vault/client.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vaultWallets } from '../db/vaultTables.js'

const hour = 3_600_000
let number = 0
const newEmail = () => `vault${++number}@example.com`

describe.each(everyDatabase)('the vault on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    const many = 100_000
    world = await openTestAccounts(database.options, {
      replicas: 2,
      accounts: { limits: { sendsPerAddressHour: many, verifiesPerAddressHour: many } },
    })
  })
  beforeEach(() => {
    world.clock.now += hour
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const newUser = async (email = newEmail(), replica?: number) => {
    const device = await world.device(undefined, replica)
    await world.signIn(device, email)
    return { device, email }
  }
  /** Signs in again, for an access token or a step-up that has ended. */
  const renew = async (device: Device, email: string) => {
    world.clock.now += 31_000
    await world.signIn(device, email)
  }
  const slotOf = async (device: Device, type: string) =>
    (await loadWallet(device)).slots.find(({ header }) => header.type === type)?.header.slotId ?? ''
  const share = (device: Device, walletId: string, slotId: string) => device.code(vaultRoutes.share, { walletId, slotId })

  test('behavior: a wallet is pending until it was read back and opened through each slot', async () => {
    const { device, email } = await newUser()
    const made = await newWallet(device)
    expect(await device.must(vaultRoutes.create, made.create)).toMatchObject({ state: 'pending', epoch: '1' })
    expect((await device.must(vaultRoutes.get, {})).wallet?.state).toBe('pending')
    const { device: second, email: other } = await newUser()
    const wallet = await createWallet(second)
    expect(await loadWallet(second)).toMatchObject({ state: 'active', walletId: wallet.walletId, custody: 'operator-assisted' })
    await renew(second, other)
    expect(second.session?.hasWallet).toBe(true)
    await renew(device, email)
    expect(device.session?.hasWallet).toBe(false)
  })

  test('behavior: 50 creations at once on two replicas are one wallet', async () => {
    const { device } = await newUser()
    const bodies = await Promise.all(Array.from({ length: 50 }, async () => (await newWallet(device)).create))
    const { path } = vaultRoutes.create
    const statuses = await Promise.all(
      bodies.map(async (body, index) => {
        const token = device.session?.accessToken ?? ''
        const headers = {
          'content-type': 'application/json',
          authorization: `DPoP ${token}`,
          dpop: await device.prove('POST', path, token),
        }
        const api = (world.replicas[index % 2] ?? world.replicas[0])?.api()
        return (await api?.(new Request(`http://api.localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })))?.status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  })

  test('behavior: a creation that nobody finished gives way after two minutes', async () => {
    const { device } = await newUser()
    await device.must(vaultRoutes.create, (await newWallet(device)).create)
    expect(await device.code(vaultRoutes.create, (await newWallet(device)).create)).toBe('vault_exists')
    world.clock.now += 121_000
    expect(await device.code(vaultRoutes.create, (await newWallet(device)).create)).toBe('ok')
  })

  test('error: a key share is given to its own device only; a factor’s five times in 24 h, even to 40 requests at once', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device, ['device', 'assist', 'code'])
    const [own, code] = [await slotOf(device, 'device'), await slotOf(device, 'code')]
    const { device: stranger } = await newUser()
    expect(await share(stranger, made.walletId, own)).toBe('vault_missing')
    const other = await world.device(undefined, 1)
    await world.signIn(other, email)
    expect(await share(other, made.walletId, own)).toBe('slot_other_device')
    expect(await share(device, made.walletId, random32().slice(0, 22))).toBe('slot_gone')
    const codes = await Promise.all(Array.from({ length: 40 }, (_, index) => share(index % 2 ? device : other, made.walletId, code)))
    expect(codes.filter((result) => result === 'ok')).toHaveLength(5)
    expect(codes.filter((result) => result === 'slot_releases_spent')).toHaveLength(35)
    world.clock.now += 24 * hour
    await renew(device, email)
    expect(await share(device, made.walletId, code)).toBe('ok')
  })

  test('behavior: a new device opens an operator-assisted wallet, is told about, and waits 24 hours for what is powerful', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const next = await world.device(undefined, 1)
    await world.signIn(next, email)
    expect(next.session?.quarantineUntil).not.toBeNull()
    const wallet = await loadWallet(next)
    const opened = await openWallet(next, wallet, await slotOf(next, 'assist'), undefined)
    expect(opened.addresses).toEqual(made.addresses)
    expect(world.mails[0]).toMatchObject({ to: email, subject: 'Your Latchkey wallet was opened on a new device' })
    const added = await addBody(next, opened, 'device')
    await next.must(vaultRoutes.add, added.body)
    expect(await share(next, made.walletId, added.slotId)).toBe('ok')
    expect(await next.code(vaultRoutes.exportAllowed, {})).toBe('quarantined')
    expect(await next.code(vaultRoutes.add, (await addBody(next, opened, 'passkey')).body)).toBe('quarantined')
    expect(await next.code(authRoutes.emailChange, { email: newEmail() })).toBe('quarantined')
    expect(await next.code(authRoutes.deleteAccount, {})).toBe('quarantined')
    world.clock.now += 24 * hour
    await renew(next, email)
    expect(await next.code(vaultRoutes.exportAllowed, {})).toBe('ok')
  })

  test('error: the operator-held share needs a fresh sign-in, and is given three times in 24 h', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const assist = await slotOf(device, 'assist')
    const results = []
    for (let index = 0; index < 4; index += 1) results.push(await share(device, made.walletId, assist))
    expect(results).toEqual(['ok', 'ok', 'ok', 'slot_releases_spent'])
    world.clock.now += 9 * 60_000
    world.clock.now += 2 * 60_000
    const refreshed = await device.must(authRoutes.refresh, { refreshToken: device.session?.refreshToken ?? '' })
    device.adopt(refreshed)
    expect(await share(device, made.walletId, assist)).toBe('step_up_required')
    expect(email).not.toBe('')
  })

  test('error: a changed address gets no operator-held share for 72 hours', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    world.clock.now += 31_000
    const next = newEmail()
    const first = await device.must(authRoutes.emailChange, { email: next })
    const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
    await device.must(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code: world.codeTo(next) })
    const assist = await slotOf(device, 'assist')
    expect(await share(device, made.walletId, assist)).toBe('assist_held')
    world.clock.now += 72 * hour
    await renew(device, next)
    expect(await share(device, made.walletId, assist)).toBe('ok')
  })

  test('error: a write that is unsigned, signed by another wallet, stale, or says something else is refused', async () => {
    const { device } = await newUser()
    const made = await createWallet(device)
    const { body } = await addBody(device, made, 'device')
    const foreign = await newWallet(device)
    expect(await device.code(vaultRoutes.add, { ...body, signature: 'A'.repeat(86) })).toBe('vault_signature')
    expect(await device.code(vaultRoutes.add, (await addBody(device, { ...made, key: foreign.key }, 'device')).body)).toBe(
      'vault_signature',
    )
    expect(await device.code(vaultRoutes.add, { ...body, slot: { ...body.slot, serverShare: random32() } })).toBe('vault_signature')
    expect(await device.code(vaultRoutes.add, body)).toBe('ok')
    expect(await device.code(vaultRoutes.add, body)).toBe('vault_conflict')
    const dropped = await addBody(device, made, 'device', [await slotOf(device, 'assist')])
    expect(await device.code(vaultRoutes.add, dropped.body)).toBe('vault_manifest')
  })

  test('behavior: of many writes at once on two replicas one wins each epoch', async () => {
    const { device } = await newUser()
    const made = await createWallet(device)
    const bodies = await Promise.all(Array.from({ length: 10 }, async () => (await addBody(device, made, 'device')).body))
    const codes = await Promise.all(bodies.map((body) => device.code(vaultRoutes.add, body)))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'vault_conflict')).toHaveLength(9)
    expect(await loadWallet(device)).toMatchObject({ epoch: '2' })
  })

  test('behavior: "only you" needs a factor that was used, and destroys the operator’s key share', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const assist = await slotOf(device, 'assist')
    expect(await device.code(vaultRoutes.custody, (await without(device, made, [assist], 'user')).custody)).toBe('factor_missing')
    const added = await addBody(device, made, 'code')
    await device.must(vaultRoutes.add, added.body)
    expect(await device.code(vaultRoutes.custody, (await without(device, made, [assist], 'user')).custody)).toBe('factor_missing')
    world.clock.now += 1_000
    await openWallet(device, await loadWallet(device), added.slotId, added.userShare)
    expect(await device.must(vaultRoutes.custody, (await without(device, made, [assist], 'user')).custody)).toMatchObject({ epoch: '3' })
    expect(await share(device, made.walletId, assist)).toBe('slot_gone')
    const [row] = await world.db.select().from(vaultWallets).where(sql`${vaultWallets.id} = ${made.walletId}`)
    expect(row).toMatchObject({ custody: 'user', assistKey: null })
    const last = await without(device, made, [added.slotId])
    expect(await device.code(vaultRoutes.remove, last.remove)).toBe('factor_missing')
    const next = await world.device()
    await world.signIn(next, email)
    const opened = await openWallet(next, await loadWallet(next), added.slotId, added.userShare)
    expect(opened.addresses).toEqual(made.addresses)
  })

  test('behavior: signing out everywhere makes every device’s slot open nothing; the wallet stays whole', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const own = await slotOf(device, 'device')
    const { walletId, hash } = await loadWallet(device)
    const shred = (await signWrite(made.key, { op: 'shred', walletId, hash })) as VaultShred
    await device.must(authRoutes.signOutEverywhere, { shred })
    await renew(device, email)
    expect(await share(device, made.walletId, own)).toBe('slot_gone')
    const opened = await openWallet(device, await loadWallet(device), await slotOf(device, 'assist'), undefined)
    const added = await addBody(device, opened, 'device', [own])
    await device.must(vaultRoutes.add, added.body)
    expect((await openWallet(device, await loadWallet(device), added.slotId, added.userShare)).addresses).toEqual(made.addresses)
  })

  test('behavior: a rotation keeps the old wallet until the new one was opened and committed to', async () => {
    const { device } = await newUser()
    const made = await createWallet(device)
    const old = await slotOf(device, 'device')
    const next = await rotation(device, made)
    const { hash, challenge } = await device.must(vaultRoutes.rotate, next.body)
    expect(await loadWallet(device)).toMatchObject({ epoch: '1' })
    expect(await share(device, made.walletId, old)).toBe('ok')
    for (const slot of next.body.slots) {
      const { slotId } = slot.header
      const released = await device.must(vaultRoutes.rotateShare, { walletId: made.walletId, slotId })
      const userShare = next.shares.get(slotId)
      if (!userShare) throw new Error('no share')
      expect(await next.unwrapSlot(slot, userShare, released.share)).toEqual(next.bytes)
    }
    const forged = await (await rotation(device, made)).commit(hash, challenge)
    expect(await device.code(vaultRoutes.commit, forged)).toBe('vault_signature')
    expect(await device.code(vaultRoutes.commit, await next.commit(hash, random32()))).toBe('vault_conflict')
    const commit = await next.commit(hash, challenge)
    const codes = await Promise.all(Array.from({ length: 4 }, () => device.code(vaultRoutes.commit, commit)))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(await share(device, made.walletId, old)).toBe('slot_gone')
    const stored = await loadWallet(device)
    expect(stored).toMatchObject({ epoch: '2' })
    const own = await slotOf(device, 'device')
    expect((await openWallet(device, stored, own, next.shares.get(own))).addresses).toEqual(made.addresses)
    expect(await device.code(vaultRoutes.add, (await addBody(device, made, 'device')).body)).toBe('vault_signature')
  })

  test('error: powerful calls need a step-up, and a kit’s key share is a recovery code’s only', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const code = await addBody(device, made, 'code')
    await device.must(vaultRoutes.add, code.body)
    expect(await device.code(vaultRoutes.kit, { walletId: made.walletId, slotId: await slotOf(device, 'assist') })).toBe('slot_gone')
    expect(await device.code(vaultRoutes.kit, { walletId: made.walletId, slotId: code.slotId })).toBe('ok')
    world.clock.now += 301_000
    for (const [route, body] of [
      [vaultRoutes.exportAllowed, {}],
      [vaultRoutes.kit, { walletId: made.walletId, slotId: code.slotId }],
      [vaultRoutes.add, (await addBody(device, made, 'passkey')).body],
      [vaultRoutes.rotate, (await rotation(device, made)).body],
    ] as const)
      expect(await device.code(route as typeof vaultRoutes.exportAllowed, body as never)).toBe('step_up_required')
    await renew(device, email)
    expect(await device.code(vaultRoutes.exportAllowed, {})).toBe('ok')
    expect(world.mails[0]?.subject).toContain('keys of your wallet were shown')
  })
})
