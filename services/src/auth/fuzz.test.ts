import { accountErrors, authRoutes, type Route, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { secureApiSchemas, secureClientApiSchemas, secureHelloSchema, socialResultSchema } from '@latchkey/protocol/schemas/secure'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createWallet, loadWallet } from '@latchkey/testkit/src/vault/client.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Nonsense against every schema and every call of the accounts service. */

const keys = fc.constantFrom(
  ...['email', 'code', 'challengeId', 'token', 'number', 'refreshToken', 'flow', 'ticket', 'provider', 'purpose', 'projectId', 'origin'],
  ...['walletId', 'slotId', 'manifest', 'slots', 'slot', 'signature', 'hash', 'op', 'id', 'header', 'epoch', 'custody'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'then', 'toJSON', 'length'],
)
const leaf = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('123456', 'a'.repeat(22), 'b'.repeat(43), 'a@example.com', 'open', 'http://app.localhost', 'google', '1', 'create', ''),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const nonsense = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'medium' }, leaf, fc.array(tie('any'), { maxLength: 4 }), fc.dictionary(keys, tie('any'), { maxKeys: 8 })),
})).any
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
})

const takes = (schema: (value: unknown) => unknown, value: unknown) => {
  try {
    schema(value)
    return true
  } catch {
    return false
  }
}
const routes: readonly (Route<unknown, unknown> & { proof: 'none' | 'device' | 'session' })[] = [
  ...Object.values(authRoutes),
  ...Object.values(vaultRoutes),
]
const bodies = routes.filter(({ method, body }) => method === 'POST' && !takes(body, {}))

describe('schemas', () => {
  test('error: 10,000 values are taken or refused by each schema, never with another end, and pollute nothing', () => {
    const schemas: readonly ((value: unknown) => unknown)[] = [
      ...Object.values(secureApiSchemas),
      ...Object.values(secureClientApiSchemas),
      ...[secureHelloSchema, socialResultSchema],
      ...routes.flatMap(({ body, answer }) => [body, answer]),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.oneof(anything, nonsense), (schema, value) => {
        try {
          schema(value)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
          expect(error).not.toBeInstanceOf(RangeError)
        }
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: 10_000, seed: 7 },
    )
  })

  test('error: what is nested 100,000 levels deep ends at once', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level += 1) deep = { x: deep, payload: [deep] }
    for (const schema of [...Object.values(secureApiSchemas), ...bodies.map(({ body }) => body)])
      expect(() => takes(schema, deep)).not.toThrow()
  })
})

describe('the accounts service', () => {
  const [{ open }] = databases as [(typeof databases)[0]]
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    const many = 1_000_000
    const limits = { sendsPerAddressHour: many, verifiesPerAddressHour: many, flowsPerAddressHour: many, vaultWritesPerHour: many }
    world = await openTestAccounts(database.options, { accounts: { limits } })
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  /** Everything that a message could have changed; what counts attempts and proofs is not of it. */
  const state = async () => {
    const tables = ['auth_users', 'auth_identities', 'auth_devices', 'auth_sessions', 'auth_refresh_tokens', 'auth_links', 'auth_audit']
    const vault = ['vault_wallets', 'vault_slots', 'vault_rotations', 'vault_manifests']
    const rows = []
    for (const table of [...tables, ...vault]) rows.push([table, (await world.db.execute(sql.raw(`select * from ${table}`))) as unknown])
    return JSON.stringify(rows)
  }

  test('error: malformed calls are refused with their own codes, and change nothing', { timeout: 600_000 }, async () => {
    const device = await world.device()
    await world.signIn(device, 'fuzzed@example.com')
    const made = await createWallet(device)
    const before = await state()
    const unexpected: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bodies), nonsense, async (route, body) => {
        const code = await device.code({ ...route, answer: () => undefined }, body)
        if (code === 'unavailable' || !(code in accountErrors)) unexpected.push(`${route.path} ${code} ${JSON.stringify(body)}`)
      }),
      { numRuns: process.env.LATCHKEY_LONG ? 10_000 : 150, seed: 11 },
    )
    expect(unexpected).toEqual([])
    expect(await state()).toBe(before)
    expect((await loadWallet(device)).walletId).toBe(made.walletId)
  })

  test('error: a call with one thing wrong is refused: each part of a well-formed write changed, left out, or of another kind', async () => {
    const device = await world.device()
    await world.signIn(device, 'mutated@example.com')
    const made = await createWallet(device)
    const before = await state()
    const wrong: readonly unknown[] = [null, 1, '', [], {}, 'x'.repeat(70_000)]
    /** Every value that differs from this one in one place. */
    function* mutations(value: unknown): Generator<unknown> {
      yield* wrong
      if (Array.isArray(value)) {
        yield [...value, ...value]
        for (const [at, inner] of value.entries()) for (const next of mutations(inner)) yield value.with(at, next)
      } else if (typeof value === 'object' && value !== null)
        for (const [name, inner] of Object.entries(value)) {
          yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
          for (const next of mutations(inner)) yield { ...value, [name]: next }
        }
    }
    const codes = new Set<string>()
    let tried = 0
    const whole = JSON.stringify(made.create)
    for (const body of mutations(made.create)) {
      if (JSON.stringify(body) === whole) continue
      tried += 1
      codes.add(await device.code({ ...vaultRoutes.create, body: (given: unknown) => given as never }, body as never))
    }
    expect(tried).toBeGreaterThan(100)
    expect([...codes].sort()).toEqual(['invalid_request', 'vault_signature'])
    expect(await state()).toBe(before)
  })
})
