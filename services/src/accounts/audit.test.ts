import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authAudit } from '../db/accountTables.js'
import { verifyAudit } from './audit.js'

describe.each(databases)('the audit log on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options, { replicas: 2 })
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const signedIn = async (email: string, replica?: number) => {
    const device = await world.device(undefined, replica)
    await world.signIn(device, email)
    return device
  }

  test('behavior: a user reads their own log only; the chain is whole, and nobody can change an entry', async () => {
    const device = await signedIn('reader@example.com')
    const { entries } = await device.must(authRoutes.audit, {})
    expect(entries.map(({ event, thisDevice }) => [event, thisDevice])).toEqual([['token-issued', true]])
    expect(await verifyAudit(world.db)).toMatchObject({ head: expect.any(String) })
    await expect(world.db.delete(authAudit)).rejects.toThrow()
    await expect(world.db.update(authAudit).set({ event: 'nothing' })).rejects.toThrow()
  })

  test('behavior: many entries at once on two replicas stay one chain', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, (_, index) => signedIn(`many${index}@example.com`, index % 2)))
    await Promise.all(devices.map((device) => device.must(authRoutes.signOut, {})))
    expect(await verifyAudit(world.db)).toMatchObject({ head: expect.any(String) })
  })
})
