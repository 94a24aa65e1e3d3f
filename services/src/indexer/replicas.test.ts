import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { openPostgres, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import pg from 'pg'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import type { Change } from './changes.js'
import type { Indexer } from './openIndexer.js'
import { blockOf, dump, openEmpty, openTestIndexer, settingsFor, startChain } from './testing/harness.js'
import { createTraffic, type Traffic } from './testing/money.js'

describe('replicas on one database', () => {
  let anvil: Anvil
  let traffic: Traffic
  let files: TestDatabase & { readonly options: { readonly url: string } }
  const open: { readonly database: OpenDatabase; readonly indexer: Indexer }[] = []
  beforeAll(async () => {
    anvil = await startAnvil()
    traffic = await createTraffic(anvil.url, 10)
  }, 60_000)
  afterAll(() => anvil.stop())
  beforeEach(async () => {
    files = await openPostgres()
  })
  afterEach(async () => {
    for (const { indexer, database } of open.splice(0)) {
      await indexer.close()
      await database.close()
    }
    await files.remove()
  })

  const start = async () => {
    const database = await openDatabase(files.options)
    const indexer = openTestIndexer(database, files.options.url, settingsFor(anvil.url))
    const replica = { database, indexer }
    open.push(replica)
    return replica
  }
  const isLeading = async ({ indexer }: { indexer: Indexer }) => (await indexer.status())['eip155:31337']?.leading
  const caughtUp = async (database: OpenDatabase) => {
    const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
    await expect.poll(() => blockOf(database), { timeout: 30_000 }).toBe(height)
  }

  test('behavior: one indexes, the others follow, and one of them goes on when it ends', async () => {
    const [first, second, third] = [await start(), await start(), await start()]
    const leading = async () => (await Promise.all([first, second, third].map(isLeading))).filter(Boolean).length
    await expect.poll(leading).toBe(1)
    await traffic.mine(60)
    await caughtUp(first.database)
    expect(await leading()).toBe(1)

    const leaders = await Promise.all([first, second, third].map(isLeading))
    const leader = [first, second, third][leaders.indexOf(true)]
    if (!leader) throw new Error('unreachable')
    await leader.indexer.close()
    await traffic.mine(60)
    await caughtUp(second.database)
    const [next] = [first, second, third].filter((one) => one !== leader)
    if (!next) throw new Error('unreachable')

    const afresh = await openEmpty()
    const again = startChain(afresh, settingsFor(anvil.url))
    await caughtUp(afresh)
    await again.stop()
    expect(await dump(next.database)).toEqual(await dump(afresh))
    await afresh.close()
  }, 90_000)

  test('error: a leader that loses its connections resigns, and somebody goes on', async () => {
    const [first] = [await start(), await start()]
    await traffic.mine(10)
    await caughtUp(first.database)
    const killer = new pg.Client({ connectionString: files.options.url })
    await killer.connect()
    for (let cut = 0; cut < 3; cut += 1) {
      await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      )
      await traffic.mine(20)
    }
    await killer.end()
    const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
    // Connections of the pools are found dead one by one; then there are new ones.
    await expect.poll(() => blockOf(first.database).catch(() => -1), { timeout: 30_000 }).toBe(height)
    const afresh = await openEmpty()
    const again = startChain(afresh, settingsFor(anvil.url))
    await caughtUp(afresh)
    await again.stop()
    expect(await dump(first.database)).toEqual(await dump(afresh))
    await afresh.close()
  }, 90_000)

  test('error: two that both believe that they index write nothing twice', async () => {
    const [one, two] = [await openDatabase(files.options), await openDatabase(files.options)]
    const chains = [startChain(one, settingsFor(anvil.url)), startChain(two, settingsFor(anvil.url))]
    await traffic.mine(100)
    await caughtUp(one)
    await Promise.all(chains.map(({ stop }) => stop()))
    const afresh = await openEmpty()
    const again = startChain(afresh, settingsFor(anvil.url))
    await caughtUp(afresh)
    await again.stop()
    expect(await dump(one)).toEqual(await dump(afresh))
    for (const database of [one, two, afresh]) await database.close()
  }, 90_000)

  test('behavior: a process that does not index hears of what happens to its addresses, once, and of nobody else', async () => {
    const [first, second] = [await start(), await start()]
    await traffic.mine(10)
    await caughtUp(first.database)
    await expect.poll(async () => ((await isLeading(first)) ? 1 : 0) + ((await isLeading(second)) ? 1 : 0)).toBe(1)
    const follower = (await isLeading(first)) ? second : first
    const address: Hex = '0x00000000000000000000000000000000000F00d1'
    const heard: Change[] = []
    const unsubscribe = follower.indexer.changes.subscribe([address], (change) => heard.push(change))
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const [from] = traffic.accounts
    const send = () => traffic.mineBlock([{ from: from as Hex, to: address, value: '0x1' }])
    const [hash] = await send()
    const mined = Date.now()
    await expect.poll(() => heard, { interval: 20 }).toHaveLength(1)
    expect(Date.now() - mined).toBeLessThan(2_000)
    expect(heard).toEqual([{ address: address.toLowerCase(), chain: 31_337, hash, status: 'confirmed' }])
    await traffic.mine(20)
    await send()
    await expect.poll(() => heard.length).toBe(2)
    unsubscribe()
    await send()
    await caughtUp(first.database)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(heard).toHaveLength(2)
  }, 60_000)
})
