import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { blockOf, dump, factsOf, openEmpty, settingsFor, startChain } from './testing/harness.js'
import { createRandom, createTraffic, type Traffic } from './testing/money.js'
import { recompute } from './testing/oracle.js'

const rounds = process.env.LATCHKEY_LONG ? 40 : 4
/** Milliseconds. */
const timeout = process.env.LATCHKEY_LONG ? 1_800_000 : 90_000
const deepest = 64

describe.each(databases)('reorganisations on $kind', ({ kind, open }) => {
  let anvil: Anvil
  let traffic: Traffic
  let files: TestDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    ;[files, anvil] = await Promise.all([open(), startAnvil()])
    database = await openDatabase(files.options)
    traffic = await createTraffic(anvil.url, 2)
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await Promise.all([files.remove(), anvil.stop()])
  })

  const height = async () => Number(await traffic.rpc<Hex>('eth_blockNumber'))
  const caughtUp = async () => {
    const there = await height()
    await expect.poll(() => blockOf(database), { timeout }).toBe(there)
  }

  test(
    'behavior: after branches of random depth, the result is that of a chain that never had them',
    async () => {
      const random = createRandom(kind === 'pglite' ? 3 : 4)
      await traffic.mine(60)
      const chain = startChain(database, settingsFor(anvil.url))
      for (let round = 0; round < rounds; round += 1) {
        const snapshot = await traffic.rpc<Hex>('evm_snapshot')
        // The deepest first, so that no run is without it.
        const depth = round === 0 ? deepest : 1 + random.below(deepest)
        for (let block = 0; block < depth; block += 1) await traffic.mine(random.below(3))
        const before = await height()
        // Some branches are gone before they were read, some in the middle, some are read whole.
        if (random.below(3) > 0) await caughtUp()
        await traffic.rpc('evm_revert', [snapshot])
        // A branch without a transaction differs by its time.
        await traffic.rpc('evm_increaseTime', [1 + random.below(100)])
        await traffic.mine(1 + random.below(40))
        while ((await height()) <= before && random.below(2) === 0) await traffic.mine(1)
      }
      await caughtUp()
      await expect
        .poll(async () => (await factsOf(database)).txs, { timeout })
        .toEqual((await recompute(traffic, traffic.money.wrapped)).txs)
      expect(chain.problem()).toBe(null)
      await chain.stop()

      const facts = await factsOf(database)
      const expected = await recompute(traffic, traffic.money.wrapped)
      expect(facts.transfers).toEqual(expected.transfers)
      expect(facts.activity).toEqual(expected.activity)

      const afresh = await openEmpty()
      const again = startChain(afresh, settingsFor(anvil.url))
      const there = await height()
      await expect.poll(() => blockOf(afresh), { timeout }).toBe(there)
      await again.stop()
      expect(await dump(database)).toEqual(await dump(afresh))
      await afresh.close()
    },
    timeout,
  )

  test('behavior: a local chain that was started again is indexed as the other chain that it is', async () => {
    await traffic.mine(5)
    const chain = startChain(database, settingsFor(anvil.url))
    await caughtUp()
    await chain.stop()
    const other = await startAnvil()
    const small = await createTraffic(other.url, 5)
    await small.mine(20)
    const again = startChain(database, settingsFor(other.url))
    const expected = await recompute(small, small.money.wrapped)
    await expect.poll(async () => (await factsOf(database)).txs, { timeout }).toEqual(expected.txs)
    await again.stop()
    await other.stop()
  }, 60_000)

  test('error: on a main network, a node whose history differs in depth is not believed, and nothing is taken back', async () => {
    const other = await startAnvil()
    const first = await createTraffic(other.url, 6)
    const snapshot = await first.rpc<Hex>('evm_snapshot')
    for (let block = 0; block < 140; block += 1) await first.rpc('evm_mine')
    const settings = settingsFor(other.url, { testnet: false })
    const chain = startChain(database, settings)
    const height_ = Number(await first.rpc<Hex>('eth_blockNumber'))
    await expect.poll(() => blockOf(database), { timeout }).toBe(height_)
    await first.rpc('evm_revert', [snapshot])
    await first.rpc('evm_increaseTime', [50])
    for (let block = 0; block < 141; block += 1) await first.rpc('evm_mine')
    await expect.poll(() => chain.problem(), { timeout }).toContain('for more than 128 blocks')
    expect(await blockOf(database)).toBe(height_)
    await chain.stop()
    await other.stop()
  }, 60_000)
})
