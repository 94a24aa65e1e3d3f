import { randomBytes } from 'node:crypto'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authAudit } from '../db/accountTables.js'
import { elect } from '../db/elect.js'
import { auditHead, verifyAudit } from './audit.js'

/** One root for all processes. */
const accounts = { kms: { root: randomBytes(32).toString('base64') } }

describe.each(databases)('the audit log on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options, { replicas: 2, accounts })
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

  test.each(['indexing', 'prices', 'rewrapping'] as const)(
    'behavior: users sign in while a process does the work that one of all does: %s',
    async (work) => {
      const lead = vi.fn()
      const election = elect(work, database.options.url, lead, async () => undefined)
      onTestFinished(election.close)
      await vi.waitFor(() => expect(lead).toHaveBeenCalled())
      await signedIn(`while-${work}@example.com`)
    },
  )

  test('behavior: many entries at once on two replicas stay one chain', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, (_, index) => signedIn(`many${index}@example.com`, index % 2)))
    await Promise.all(devices.map((device) => device.must(authRoutes.signOut, {})))
    expect(await verifyAudit(world.db)).toMatchObject({ head: expect.any(String) })
  })

  test('behavior: the newest hash is logged when a process stops, and when the next one has followed the whole chain at its start', async () => {
    await signedIn('last@example.com')
    const head = await auditHead(world.db)
    const { lines } = world
    await world.close()
    expect(lines.map((line) => JSON.parse(line)).filter(({ auditHead }) => auditHead === head)).toMatchObject([
      { msg: 'The end of the audit log' },
      { msg: 'The end of the audit log' },
    ])
    world = await openTestAccounts(database.options, { replicas: 1, accounts })
    const whole = expect.objectContaining({ auditHead: head, msg: 'The audit log is whole' })
    await vi.waitFor(() => expect(world.lines.map((line) => JSON.parse(line))).toContainEqual(whole))
  })
})
