import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { everyDatabase, openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createDevice } from '@latchkey/testkit/src/server/device.ts'
import { startTestServices } from '@latchkey/testkit/src/server/services.ts'
import { createWallet, loadWallet, openWallet, rotation } from '@latchkey/testkit/src/vault/client.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authUsers } from './db/accountTables.js'
import { siwxKeys } from './db/siwxTables.js'
import { vaultWallets } from './db/vaultTables.js'
import type { Kms } from './kms/kms.js'
import { createLocalKms, newRootKey, type RootKey } from './kms/localKms.js'
import { neededRoots, rewrapKeys, startRewrapping, unusedRoots } from './rewrapKeys.js'
import { openSiwxKeys } from './siwx/keys.js'

const never = new AbortController().signal
const unusedLine = 'Nothing in the database needs these KMS roots'

/** A log whose lines are kept. */
function recorded() {
  const lines: { readonly msg: string; readonly [key: string]: unknown }[] = []
  return { lines, log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) }) }
}

describe.each(everyDatabase)('a new KMS root on $kind', ({ open }) => {
  const [first, second, third] = Array.from({ length: 3 }, () => newRootKey(new Date())) as [RootKey, RootKey, RootKey]
  let database: TestDatabase
  let world: TestAccounts
  const start = async (...roots: readonly RootKey[]) => {
    await world?.close()
    const root = roots.map(({ key }) => key.toString('base64')).join()
    world = await openTestAccounts(database.options, { replicas: 1, accounts: { kms: { root } } })
  }
  beforeAll(async () => {
    database = await open()
    await start(first)
  }, 120_000)
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })
  const wallets = () => world.db.select().from(vaultWallets)

  test('behavior: the roots that the database needs are known', async () => {
    expect(await neededRoots(world.db)).toEqual([first.id])
  })

  test('behavior: what the old one wrapped is served without it, once the log says that nothing needs it', async () => {
    const device = await createDevice((request) => world.api()(request))
    await world.signIn(device, 'owner@example.com')
    const made = await createWallet(device)
    const next = await rotation(device, made)
    const { hash, challenge } = await device.must(vaultRoutes.rotate, next.body)
    const { publicJwk } = await openSiwxKeys(world.db, createLocalKms([first]), 0)

    await start(second, first)
    await vi.waitFor(() => expect(world.lines.join('')).toContain(unusedLine), 30_000)
    expect(world.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === unusedLine)).toMatchObject({
      keyId: second.id,
      unused: [first.id],
    })

    await start(second)
    await device.must(vaultRoutes.commit, await next.commit(hash, challenge))
    const other = await world.device()
    await world.signIn(other, 'owner@example.com')
    const wallet = await loadWallet(other)
    const assist = wallet.slots.find(({ header }) => header.type === 'assist')?.header.slotId ?? ''
    expect((await openWallet(other, wallet, assist, undefined)).bytes).toHaveLength(32)
    expect((await openSiwxKeys(world.db, createLocalKms([second]), 0)).publicJwk).toEqual(publicJwk)
  }, 120_000)

  test('behavior: more keys than are wrapped at a time, on two processes', async () => {
    const [one] = await wallets()
    if (!one) throw new Error('There is no wallet.')
    const many = Array.from({ length: 150 }, (_, index) => `many${String(index).padStart(3, '0')}`)
    const kms = createLocalKms([second])
    await world.db.insert(authUsers).values(many.map((id) => ({ id, createdAt: 0 })))
    const rows = many.map(async (id) => {
      const { wrapped } = await kms.generateDataKey({ purpose: 'share', walletId: id, v: '1' })
      return { ...one, id, userId: id, shareKey: wrapped, assistKey: null }
    })
    await world.db.insert(vaultWallets).values(await Promise.all(rows))
    const { lines, log } = recorded()
    const { url } = database.options
    const run = () => startRewrapping({ db: world.db, url, kms: createLocalKms([third, second]), log })
    // PGlite belongs to one process.
    const processes = await Promise.all(url === undefined ? [run()] : [run(), run()])
    onTestFinished(async () => void (await Promise.all(processes.map(({ close }) => close()))))
    await vi.waitFor(() => expect(lines).toHaveLength(2), 30_000)
    expect(lines).toMatchObject([
      // The keys of codes, of sign-in, two of the first wallet, and one of each other.
      { keyId: third.id, rewrapped: 154, msg: 'Keys were wrapped under the newest KMS root' },
      { keyId: third.id, unused: [second.id], msg: unusedLine },
    ])
    const after = createLocalKms([third])
    for (const { shareKey, id } of await wallets())
      expect(await after.decryptDataKey(shareKey, { purpose: 'share', walletId: id, v: '1' })).toHaveLength(32)
  }, 120_000)

  test('behavior: what is changed meanwhile stays as it was left, and what cannot be opened keeps its root', async () => {
    const kms = createLocalKms([second, third])
    const racing: Kms = {
      ...kms,
      rewrap: async (wrapped, context) => {
        if (context.purpose === 'auth') throw new Error('A wrapped key is damaged, or belongs to something else.')
        // The wallet becomes its user's alone between the reading of its key and the writing.
        if (context.purpose === 'assist') await world.db.update(vaultWallets).set({ assistKey: null })
        return kms.rewrap(wrapped, context)
      },
    }
    const { lines, log } = recorded()
    await rewrapKeys({ db: world.db, kms: racing, log }, never)
    expect((await wallets()).filter(({ assistKey }) => assistKey !== null)).toEqual([])
    expect(lines).toMatchObject([
      { keys: 1, error: 'A wrapped key is damaged, or belongs to something else.', msg: 'Keys stay under an older KMS root' },
    ])
    expect(await unusedRoots({ db: world.db, kms })).toEqual([])
    await rewrapKeys({ db: world.db, kms, log }, never)
    expect(await unusedRoots({ db: world.db, kms })).toEqual([third.id])
  })

  test('behavior: a key of sign-in that was made before there were accounts is wrapped, by one process of many', async () => {
    await world.db.delete(siwxKeys)
    const { publicJwk } = await openSiwxKeys(world.db, undefined, 0)
    const kms = createLocalKms([second])
    for (const opened of await Promise.all([1, 2, 3].map(() => openSiwxKeys(world.db, kms, 0)))) expect(opened.publicJwk).toEqual(publicJwk)
    expect(await world.db.select().from(siwxKeys)).toMatchObject([{ wrapped: true, secret: expect.stringContaining(second.id) }])
  })
})

test('error: a server whose KMS file is mistyped makes no new root for a database that has keys, and says which one it needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-root-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const database = await openAnyDatabase()
  onTestFinished(database.remove)
  const start = (file: string) =>
    startTestServices({
      node: 'http://127.0.0.1:9',
      database: database.options,
      accounts: { mail: { smtp: 'smtp://127.0.0.1:9', from: 'a@example.com' }, kms: { file } },
    })
  const [right, wrong] = [join(folder, 'kms-root.json'), join(folder, 'kms-rot.json')]
  await (await start(right)).close()
  const [{ id }] = (JSON.parse(await readFile(right, 'utf8')) as { keys: [{ id: string }] }).keys
  await expect(start(wrong)).rejects.toThrow(`The KMS file ${wrong} does not exist. This database needs the KMS root ${id}.`)
  await expect(stat(wrong)).rejects.toThrow('ENOENT')
  await (await start(right)).close()
})
