import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { blockOf, factsOf, settingsFor, startChain } from './testing/harness.js'
import { createTraffic, type Traffic } from './testing/money.js'
import { type Facts, recompute } from './testing/oracle.js'

const transactions = process.env.LATCHKEY_LONG ? 20_000 : 400
/** Milliseconds. */
const timeout = process.env.LATCHKEY_LONG ? 1_800_000 : 60_000

describe('a chain of everything that happens on chains', () => {
  let anvil: Anvil
  let traffic: Traffic
  let expected: Facts
  beforeAll(async () => {
    anvil = await startAnvil()
    traffic = await createTraffic(anvil.url, 1)
    const parts: Facts[] = []
    let from = 0
    for (let left = transactions; left > 0; left -= 400) {
      await traffic.mine(Math.min(left, 400))
      parts.push(await recompute(traffic, traffic.money.wrapped, from))
      from = Number(await traffic.rpc<Hex>('eth_blockNumber')) + 1
    }
    const all = (key: keyof Facts) => parts.flatMap((part) => part[key]).sort()
    expected = { txs: all('txs'), transfers: all('transfers'), activity: all('activity') }
  }, timeout)
  afterAll(() => anvil.stop())

  describe.each(databases)('on $kind', ({ open }) => {
    let files: TestDatabase
    let database: OpenDatabase
    beforeAll(async () => {
      files = await open()
      database = await openDatabase(files.options)
    }, 120_000)
    afterAll(async () => {
      await database.close()
      await files.remove()
    })

    test(
      'behavior: what is indexed equals what receipts and traces say one by one',
      async () => {
        const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
        const chain = startChain(database, settingsFor(anvil.url))
        await expect.poll(() => blockOf(database), { timeout }).toBe(height)
        await chain.stop()
        const facts = await factsOf(database)
        expect(facts.txs.length).toBeGreaterThan(transactions)
        expect(facts.txs).toEqual(expected.txs)
        expect(facts.transfers).toEqual(expected.transfers)
        expect(facts.activity).toEqual(expected.activity)
        const kinds = new Set(facts.transfers.map((line) => line.split(' ')[1]))
        expect([...kinds].sort()).toEqual(['approval', 'approvalForAll', 'erc1155', 'erc20', 'erc721', 'native'])
        expect(facts.txs.some((line) => line.includes(' false '))).toBe(true)
      },
      timeout,
    )
  })
})
