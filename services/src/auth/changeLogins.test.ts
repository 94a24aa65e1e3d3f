import { authRoutes } from '@latchkey/protocol/schemas/account'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let database: TestDatabase
let world: TestAccounts
/** Mails that a slow server has not taken yet, by address. */
let held: Map<string, () => void> | undefined
beforeAll(async () => {
  database = await openAnyDatabase()
  const send = ({ to }: { readonly to: string }) => new Promise<void>((resolve) => void held?.set(to, resolve))
  world = await openTestAccounts(database.options, { mailer: () => held && { send } })
}, 60_000)
afterAll(async () => {
  await world?.close()
  await database?.remove()
})

test('behavior: the mails about a changed address are sent at the same time: a slow mail server holds the user up once', async () => {
  const [device, email, next] = [await world.device(), 'old@example.com', 'new@example.com']
  await world.signIn(device, email)
  world.clock.now += 31_000
  const first = await device.must(authRoutes.emailChange, { email: next })
  const second = await device.must(authRoutes.emailChangePrimary, { challengeId: first.challengeId, code: world.codeTo(email) })
  const code = world.codeTo(next)
  held = new Map()
  const changing = device.must(authRoutes.emailChangeSecondary, { challengeId: second.challengeId, code })
  await vi.waitFor(() => expect([...(held?.keys() ?? [])].sort()).toEqual([next, email]), 10_000)
  for (const resolve of held.values()) resolve()
  held = undefined
  expect(await changing).toEqual({ email: next })
})
