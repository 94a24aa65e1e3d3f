import { authRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Accounts } from './accountsContext.js'
import { emailIdentity } from './identity.js'
import { signIn } from './sessions.js'
import { requireUnreserved } from './users.js'

const production = { projectId: 'listed', origin: 'https://shop.example.com' }
const development = { projectId: 'open', origin: 'https://preview.vercel.app' }

describe.each(databases)('accounts of projects in development mode on $kind', ({ open }) => {
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

  const served = (secure: string): Accounts => ({ ...world.accounts, urls: { ...world.accounts.urls, secure } })
  const userOf = async (accounts: Accounts, place: typeof production, email: string) => {
    const caller = { jkt: `key-of-${place.projectId}`, network: '192.0.2.0/24', browser: 'Chrome on Linux', ip: '192.0.2.1' }
    const { user } = await signIn(accounts, { ...caller, ...place }, emailIdentity(email))
    return user
  }

  test('behavior: on a server for real visitors a page of theirs meets no account that visitors have', async () => {
    const accounts = served('https://secure.example.com')
    const real = await userOf(accounts, production, 'ada@example.com')
    const preview = await userOf(accounts, development, 'ada@example.com')
    expect(preview.id).not.toBe(real.id)
    expect(preview.email).toBe('ada@example.com')
    expect((await userOf(accounts, production, 'ada@example.com')).id).toBe(real.id)
    expect((await userOf(accounts, development, 'ada@example.com')).id).toBe(preview.id)
  })

  test('behavior: on a server on one machine all projects share the accounts', async () => {
    const accounts = served('http://secure.localhost')
    const first = await userOf(accounts, production, 'alan@example.com')
    expect((await userOf(accounts, development, 'alan@example.com')).id).toBe(first.id)
  })

  test('behavior: an address that is kept for its owner here is free there', async () => {
    const device = await world.device()
    await world.signIn(device, 'old@example.com')
    world.clock.now += 31_000
    const primary = await device.must(authRoutes.emailChange, { email: 'new@example.com' })
    const between = await device.must(authRoutes.emailChangePrimary, {
      challengeId: primary.challengeId,
      code: world.codeTo('old@example.com'),
    })
    await device.must(authRoutes.emailChangeSecondary, { challengeId: between.challengeId, code: world.codeTo('new@example.com') })
    const old = emailIdentity('old@example.com')
    await expect(requireUnreserved(world.accounts, old)).rejects.toMatchObject({ code: 'email_changed' })
    await expect(requireUnreserved(world.accounts, { ...old, issuer: `development|${old.issuer}` })).resolves.toBeUndefined()
  })
})
