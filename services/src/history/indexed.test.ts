import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { pino } from 'pino'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import type { OpenDatabase } from '../db/database.js'
import type { Indexer } from '../indexer/openIndexer.js'
import { openEmpty, openTestIndexer, settingsFor } from '../indexer/testing/harness.js'
import { createTraffic, type Traffic } from '../indexer/testing/money.js'
import { type FakeNode, type RpcRequest, startFakeNode } from '../testing/fakeNode.js'
import { indexedHistory } from './indexed.js'
import { openHistory } from './openHistory.js'

/* Where only shown addresses are followed, and the past of a new one has to be searched first. */

describe('the history of an address that was never shown before', () => {
  let anvil: Anvil
  let traffic: Traffic
  let node: FakeNode
  let database: OpenDatabase
  let indexer: Indexer
  let release: () => void
  beforeAll(async () => {
    ;[anvil, node, database] = await Promise.all([startAnvil(), startFakeNode(), openEmpty()])
    traffic = await createTraffic(anvil.url, 21)
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // A node that takes long to tell the logs of the past, and tells everything else.
    node.answer = async (body) => {
      const answer = async ({ id, method, params }: RpcRequest) => {
        if (method === 'eth_getLogs') await held
        return { jsonrpc: '2.0', id, result: await traffic.rpc(method, params) }
      }
      return { json: Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body) }
    }
    node.identity = {}
  }, 60_000)
  afterAll(async () => {
    release()
    await indexer?.close()
    await database?.close()
    await node?.close()
    await anvil?.stop()
  })

  test('behavior: what is there is told as a part of it, until its past was searched', async () => {
    const [from, , me] = traffic.accounts as [Hex, Hex, Hex]
    const send = () => traffic.mineBlock([{ from: me, to: from, value: '0x1', gas: '0x5208' }])
    const [before] = await send()
    indexer = openTestIndexer(database, undefined, settingsFor(node.url, { mode: 'watch' }))
    const chain = {
      caipNetworkId: 'eip155:31337',
      id: 31_337,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      tokens: [],
    } as unknown as Chain
    const prices = { of: async () => new Map() }
    const history = openHistory({
      providers: [indexedHistory(indexer)],
      prices,
      rateOf: async () => undefined,
      log: pino({ level: 'silent' }),
    })
    const read = async () => {
      const { data, searching, partial } = await history.of({ chains: [chain], address: me, currency: 'usd' })
      // What others sent before is in no log: that it is missing is said, whatever was found.
      expect(partial).toEqual([chain.caipNetworkId])
      return { searching, hashes: data.map(({ metadata }) => metadata.hash) }
    }
    // Until the first block is read nobody knows anything.
    await expect.poll(() => read().catch(() => undefined), { timeout: 20_000 }).toEqual({ searching: [chain.caipNetworkId], hashes: [] })
    // New blocks are read while the past is searched, and it is still not all.
    expect((await read()).searching).toEqual([chain.caipNetworkId])
    release()
    await expect.poll(read, { timeout: 20_000 }).toEqual({ searching: undefined, hashes: [before] })
    // Who is shown again is not searched for again.
    expect(await read()).toEqual({ searching: undefined, hashes: [before] })
    expect(await indexer.searchingOf({ address: from, chains: [31_337] })).toEqual([31_337])
    // Of a chain that is read whole nothing is missing.
    const whole = openHistory({
      providers: [indexedHistory({ ...indexer, watched: [] })],
      prices,
      rateOf: async () => undefined,
      log: pino({ level: 'silent' }),
    })
    expect(await whole.of({ chains: [chain], address: me, currency: 'usd' })).not.toHaveProperty('partial')
  }, 60_000)
})
