import { type Route, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { addBody, createWallet, loadWallet, newWallet, openWallet, rotation, without } from '@latchkey/testkit/src/vault/client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/* Calls of the vault whose answer was lost: whoever asks again by the same name gets it, and nothing happens a second time. */

let number = 0
let database: TestDatabase
let world: TestAccounts
beforeAll(async () => {
  database = await openAnyDatabase()
  world = await openTestAccounts(database.options, { replicas: 2 })
})
beforeEach(() => {
  world.clock.now += 3_600_000
})
afterAll(async () => {
  await world?.close()
  await database?.remove()
})

const newUser = async () => {
  const email = `lost${++number}@example.com`
  const device = await world.device()
  await world.signIn(device, email)
  return { device, email }
}
const slotOf = async (device: Device, type: string) =>
  (await loadWallet(device)).slots.find(({ header }) => header.type === type)?.header.slotId ?? ''

/** Asks three times by one name. */
async function thrice<Body, Answer>(device: Device, route: Route<Body, Answer>, body: Body): Promise<Answer> {
  const id = crypto.randomUUID()
  const [first, ...others] = [
    await device.call(route, body, { id }),
    await device.call(route, body, { id }),
    await device.call(route, body, { id }),
  ]
  if (!first?.ok) throw new Error(`${route.path} was refused: ${first?.error.code}`)
  expect(others).toEqual([first, first])
  return first.value
}

describe('calls of the vault whose answer was lost', () => {
  test('behavior: a wallet is made, gets a slot and loses one, once each', async () => {
    const { device } = await newUser()
    expect(await thrice(device, vaultRoutes.create, (await newWallet(device)).create)).toMatchObject({ epoch: '1' })

    const { device: other } = await newUser()
    const made = await createWallet(other)
    const added = await addBody(other, made, 'device')
    expect(await thrice(other, vaultRoutes.add, added.body)).toMatchObject({ epoch: '2' })
    const { remove } = await without(other, made, [added.slotId])
    expect(await thrice(other, vaultRoutes.remove, remove)).toMatchObject({ epoch: '3' })
    expect(await loadWallet(other)).toMatchObject({ epoch: '3' })
  })

  test('behavior: a rotation is prepared and committed to once, and one challenge is given', async () => {
    const { device } = await newUser()
    const next = await rotation(device, await createWallet(device))
    const { hash, challenge } = await thrice(device, vaultRoutes.rotate, next.body)
    const walletId = next.body.walletId
    const [slot] = next.body.slots
    await thrice(device, vaultRoutes.rotateShare, { walletId, slotId: slot?.header.slotId ?? '' })
    expect(await thrice(device, vaultRoutes.commit, await next.commit(hash, challenge))).toMatchObject({ epoch: '2' })
  })

  test('behavior: the move to "only you" is made and told once', async () => {
    const { device, email } = await newUser()
    const made = await createWallet(device)
    const code = await addBody(device, made, 'code')
    await device.must(vaultRoutes.add, code.body)
    world.clock.now += 1_000
    await openWallet(device, await loadWallet(device), code.slotId, code.userShare)
    const { custody } = await without(device, made, [await slotOf(device, 'assist')], 'user')
    expect(await thrice(device, vaultRoutes.custody, custody)).toMatchObject({ epoch: '3' })
    const told = world.mails.filter(({ to, subject }) => to === email && subject.includes('held by you alone'))
    expect(told).toHaveLength(1)
  })

  test('behavior: a key share that is asked for again counts as one release, and one mail tells of it', async () => {
    const { device, email } = await newUser()
    const { walletId } = await createWallet(device)
    const next = await world.device(undefined, 1)
    world.clock.now += 31_000
    await world.signIn(next, email)
    const wanted = { walletId, slotId: await slotOf(next, 'assist') }
    expect(await thrice(next, vaultRoutes.share, wanted)).toMatchObject({ remaining: 2 })
    expect(await next.must(vaultRoutes.share, wanted)).toMatchObject({ remaining: 1 })
    const told = world.mails.filter(({ to, subject }) => to === email && subject.includes('opened on a new device'))
    expect(told).toHaveLength(2)
  })

  test('error: another session, another device and a changed body get nothing by that name', async () => {
    const { device, email } = await newUser()
    const { walletId } = await createWallet(device)
    const id = crypto.randomUUID()
    const wanted = { walletId, slotId: await slotOf(device, 'device') }
    const given = await device.call(vaultRoutes.share, wanted, { id })
    if (!given.ok) throw new Error(given.error.code)
    const { device: stranger } = await newUser()
    expect(await stranger.call(vaultRoutes.share, wanted, { id })).toMatchObject({ error: { code: 'vault_missing' } })
    const second = await world.device()
    world.clock.now += 31_000
    await world.signIn(second, email)
    expect(await second.call(vaultRoutes.share, wanted, { id })).toMatchObject({ error: { code: 'slot_other_device' } })
    const other = { walletId, slotId: 'A'.repeat(22) }
    expect(await device.call(vaultRoutes.share, other, { id })).toMatchObject({ error: { code: 'slot_gone' } })
    // The same device in another session is given one more, which counts.
    world.clock.now += 31_000
    await world.signIn(device, email)
    const again = { ...given.value, remaining: given.value.remaining - 1 }
    expect(await device.call(vaultRoutes.share, wanted, { id })).toEqual({ ok: true, value: again })
  })
})
