import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { addBody, createWallet, loadWallet, openWallet, rotation } from '@latchkey/testkit/src/vault/client.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultWallets } from '../db/vaultTables.js'

const server = databases.find(({ kind }) => kind === 'postgres')

describe('a write that is cut off', () => {
  let database: TestDatabase
  let world: TestAccounts
  let killer: pg.Client
  beforeAll(async () => {
    if (!server) throw new Error('There is no PostgreSQL.')
    database = await server.open()
    const many = 1_000_000
    world = await openTestAccounts(database.options, { accounts: { limits: { vaultWritesPerHour: many } } })
    killer = new pg.Client({ connectionString: database.options.url })
    await killer.connect()
  })
  afterAll(async () => {
    await killer?.end()
    await world?.close()
    await database?.remove()
  })

  /** Cuts every connection of the services, in the middle of whatever they do. */
  const cut = () =>
    killer.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()')
  /** A call that may be cut off: its answer may be an error, or none. */
  const attempt = async (work: () => Promise<unknown>, after: number) => {
    const running = work().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, after))
    await cut()
    await running
    // Connections that nobody used are found dead one by one; then there are new ones.
    await expect
      .poll(
        () =>
          world.db
            .select()
            .from(vaultWallets)
            .then(
              () => 'answers',
              () => 'cut',
            ),
        { timeout: 10_000 },
      )
      .toBe('answers')
  }
  const whole = async (device: Device) => {
    let stored = await loadWallet(device).catch(() => null)
    await expect.poll(async () => (stored ??= await loadWallet(device).catch(() => null)), { timeout: 10_000 }).not.toBeNull()
    if (!stored) throw new Error('unreachable')
    expect(new Set(stored.slots.map(({ header }) => header.slotId))).toEqual(new Set(stored.manifest.slots.map(({ slotId }) => slotId)))
    return stored
  }

  test('behavior: the wallet is the old one or the new one, and opens', async () => {
    const device = await world.device()
    await world.signIn(device, 'interrupted@example.com')
    const made = await createWallet(device)
    const own = made.create.slots.find(({ header }) => header.type === 'device')?.header.slotId ?? ''
    let written = 0
    for (let round = 0; round < 12; round += 1) {
      const before = (await whole(device)).epoch
      const { body } = await addBody(device, made, 'device')
      await attempt(() => device.call(vaultRoutes.add, body), round * 2)
      const stored = await whole(device)
      if (stored.epoch !== before) written += 1
      expect([before, String(Number(before) + 1)]).toContain(stored.epoch)
    }
    const stored = await whole(device)
    expect((await openWallet(device, stored, own, made.shares.get(own))).addresses).toEqual(made.addresses)
    expect(Number(stored.epoch)).toBe(written + 1)
  })

  test('behavior: a rotation that was cut off between its phases loses nothing', async () => {
    const device = await world.device()
    await world.signIn(device, 'rotating@example.com')
    const made = await createWallet(device)
    for (let round = 0; round < 5; round += 1) {
      const next = await rotation(device, made)
      await attempt(() => device.call(vaultRoutes.rotate, next.body), round * 3)
      const stored = await whole(device)
      expect(stored.epoch).toBe('1')
    }
    const own = made.create.slots.find(({ header }) => header.type === 'device')?.header.slotId ?? ''
    expect((await openWallet(device, await loadWallet(device), own, made.shares.get(own))).addresses).toEqual(made.addresses)
  })
})
