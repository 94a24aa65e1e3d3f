import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createWallet } from '@latchkey/testkit/src/vault/client.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { vaultSlots } from '../db/vaultTables.js'

const hour = 3_600_000

describe.each(everyDatabase)('what is kept on $kind', ({ open, kind }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    world = await openTestAccounts(database.options)
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const newUser = async (email: string) => {
    const device = await world.device()
    await world.signIn(device, email)
    return { device }
  }

  test('behavior: nothing that opens anything is in the database or the log', async () => {
    const { device } = await newUser('canary@example.com')
    const made = await createWallet(device, ['device', 'assist', 'code'])
    const session = device.session
    const secrets = [
      ...made.create.slots.flatMap((slot) => [slot.serverShare, slot.assistShare ?? slot.serverShare]),
      ...[...made.shares.values()].map((bytes) => Buffer.from(bytes).toString('base64url')),
      Buffer.from(made.bytes).toString('base64url'),
      session?.refreshToken ?? '',
      session?.accessToken ?? '',
      ...world.mails.flatMap((mail) => /verify#([\w-]+)/.exec(mail.text)?.[1] ?? []),
    ]
    const tables = (await world.db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )) as unknown as {
      rows: { name: string }[]
    }
    let dump = world.lines.join('')
    // The files themselves too: PGlite's log holds every value that was ever written.
    if (kind === 'pglite') {
      const files = await readdir(world.config.database.folder, { recursive: true, withFileTypes: true })
      for (const file of files) if (file.isFile()) dump += await readFile(join(file.parentPath, file.name), 'latin1')
    }
    for (const { name } of tables.rows) {
      const { rows } = (await world.db.execute(sql.raw(`select * from "${name}"`))) as unknown as { rows: unknown[] }
      dump += JSON.stringify(rows)
    }
    expect(dump.includes(made.create.slots[0]?.wrappedVk ?? '-')).toBe(true)
    expect(secrets.every((secret) => secret.length > 30)).toBe(true)
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([])
  })

  test('behavior: deleting an account destroys its key shares', async () => {
    const { device } = await newUser('leaving@example.com')
    const made = await createWallet(device)
    await device.must(authRoutes.deleteAccount, {})
    world.clock.now += 7 * 24 * hour + 1_000
    await world.sweep()
    const rows = await world.db.select().from(vaultSlots).where(sql`${vaultSlots.walletId} = ${made.walletId}`)
    expect(rows).toEqual([])
  })
})
