import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { chainBlocks, chainPending, chainWatched } from '../db/indexerTables.js'
import { openDatabase } from '../db/openDatabase.js'
import { startFakeNode } from '../testing/fakeNode.js'
import type { Indexer } from './openIndexer.js'
import { createStore } from './store/createStore.js'
import type { Store } from './store/store.js'
import { blockOf, factsOf, openEmpty, openTestIndexer, settingsFor, startChain } from './testing/harness.js'
import { createTraffic, type Traffic } from './testing/money.js'
import { type Facts, recompute } from './testing/oracle.js'
import { runChain } from './work/runChain.js'

describe.each(databases)('where only addresses that asked are indexed, on $kind', ({ open }) => {
  let anvil: Anvil
  let traffic: Traffic
  let files: TestDatabase
  let database: OpenDatabase
  let indexer: Indexer
  /** What the oracle makes of the whole chain. */
  let facts: Facts
  beforeAll(async () => {
    ;[files, anvil] = await Promise.all([open(), startAnvil()])
    database = await openDatabase(files.options)
    traffic = await createTraffic(anvil.url, 12)
    const [giver, , , receiver] = traffic.accounts
    await traffic.mineBlock([{ from: giver as Hex, to: receiver as Hex, value: '0x99', gas: '0x5208' }])
    await traffic.mine(60)
    indexer = openTestIndexer(database, files.options.url, settingsFor(anvil.url, { mode: 'watch' }))
  }, 120_000)
  afterAll(async () => {
    await indexer.close()
    await database.close()
    await Promise.all([files.remove(), anvil.stop()])
  })

  const caughtUp = async () => {
    const height = Number(await traffic.rpc<Hex>('eth_blockNumber'))
    await expect.poll(() => blockOf(database), { timeout: 30_000 }).toBe(height)
  }
  /** What the oracle knows of an address: its transactions, and what moved to or from it in them. */
  const of = (facts: Facts, address: Hex) => {
    const places = new Set(facts.activity.flatMap((line) => (line.startsWith(address) ? [line.split(' ')[1]] : [])))
    const isOwn = (line: string) => places.has(line.split(' ')[0]) && line.split(' ').slice(3, 5).includes(address)
    return { activity: facts.activity.filter((line) => line.startsWith(address)), transfers: facts.transfers.filter(isOwn) }
  }

  test('behavior: nobody asked, so nothing is kept', async () => {
    await traffic.mine(10)
    await caughtUp()
    expect(await factsOf(database)).toEqual({ txs: [], transfers: [], activity: [] })
  }, 60_000)

  test('behavior: what an address sent, and what tokens moved, before it asked and after, is there; nothing of others is', async () => {
    const me = traffic.accounts[3] as Hex
    await indexer.watch(31_337, me)
    await expect
      .poll(async () => (await indexer.historyOf({ address: me, chains: [31_337] })).entries.length, { timeout: 20_000 })
      .toBeGreaterThan(5)
    const first = Number(await traffic.rpc<Hex>('eth_blockNumber')) + 1
    await traffic.mine(40)
    await caughtUp()
    facts = await recompute(traffic, traffic.money.wrapped)
    const expected = of(facts, me)
    // Coins that somebody else sent before are in no log, and nothing that is asked by address tells of them.
    const blockOfLine = (line: string) =>
      Number(
        line
          .split(' ')
          .find((part) => /^\d+\.\d+$/.test(part))
          ?.split('.')[0],
      )
    const transfers = expected.transfers
    const logs = transfers.filter((line) => !line.includes(' native '))
    const named = new Set(logs.map((line) => line.split(' ')[0]))
    const sent = new Set(facts.txs.flatMap((line) => (line.split(' ')[2] === me ? [line.split(' ')[0]] : [])))
    const isFound = (line: string) => {
      const place = line.split(' ').find((part) => /^\d+\.\d+$/.test(part)) ?? ''
      return blockOfLine(line) >= first || sent.has(place) || named.has(place)
    }
    await expect.poll(async () => (await factsOf(database)).activity, { timeout: 30_000 }).toEqual(expected.activity.filter(isFound))
    expect((await factsOf(database)).transfers).toEqual(transfers.filter(isFound))
    expect(expected.activity.filter((line) => !isFound(line)).length).toBeGreaterThan(0)
  }, 90_000)

  test('behavior: a second address that asks gets its own, and the first one keeps what it has', async () => {
    const [me, you] = [traffic.accounts[3] as Hex, traffic.accounts[4] as Hex]
    const before = of(await factsOf(database), me)
    await indexer.watch(31_337, you)
    const isSender = (line: string) => line.split(' ')[2] === you
    const own = facts.txs.filter(isSender)
    expect(own.length).toBeGreaterThan(0)
    await expect.poll(async () => (await factsOf(database)).txs.filter(isSender), { timeout: 20_000 }).toEqual(own)
    expect(of(await factsOf(database), me).activity).toEqual(before.activity)
  }, 60_000)
})

describe('a long pause', () => {
  test('behavior: blocks that nobody read are not read one by one: the address is searched for in them', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 14)
    const database = await openEmpty()
    const settings = settingsFor(anvil.url, { mode: 'watch' })
    const [from, , me] = traffic.accounts as [Hex, Hex, Hex]
    const send = () => traffic.mineBlock([{ from: me, to: from, value: '0x1', gas: '0x5208' }])
    const before = openTestIndexer(database, undefined, settings)
    await before.watch(31_337, me)
    const [first] = await send()
    const found = async () => (await factsOf(database)).txs.map((line) => line.split(' ')[1])
    await expect.poll(found, { timeout: 20_000 }).toEqual([first])
    await before.close()
    await traffic.rpc('anvil_mine', ['0x400'])
    const [second] = await send()
    await traffic.rpc('anvil_mine', ['0x800'])
    const after = openTestIndexer(database, undefined, settings)
    const [third] = await send()
    await expect.poll(async () => (await found()).sort(), { timeout: 60_000 }).toEqual([first, second, third].sort())
    // The chain kept the hashes of what it read: with three thousand blocks, only the newest.
    expect((await database.db.select().from(chainBlocks)).length).toBeLessThan(129)
    await after.close()
    await database.close()
    await anvil.stop()
  }, 120_000)
})

describe('a database that fails', () => {
  test('behavior: watched addresses that were not loaded at first are loaded by the next look', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 19)
    const database = await openEmpty()
    const settings = settingsFor(anvil.url, { mode: 'watch' })
    const before = startChain(database, settings)
    await expect.poll(() => blockOf(database), { timeout: 20_000 }).toBeGreaterThanOrEqual(0)
    await before.stop()
    const [from] = traffic.accounts as [Hex]
    const [known, asked, last] = traffic.accounts.slice(1, 4).sort() as [Hex, Hex, Hex]
    await database.db.insert(chainWatched).values([
      { chain: 31_337, address: known, since: 0, searchedTo: 0 },
      { chain: 31_337, address: asked },
      { chain: 31_337, address: last, since: 0, searchedTo: 0 },
    ])
    const store = createStore(database.db)
    let failures = 0
    const setSearched: Store['setSearched'] = async (...searched) => {
      if (failures === 0) {
        failures += 1
        throw new Error('The database is away.')
      }
      await store.setSearched(...searched)
    }
    const [sent] = await traffic.mineBlock([{ from: last, to: from, value: '0x1', gas: '0x5208' }])
    const controller = new AbortController()
    const running = runChain(settings, { ...store, setSearched }, controller.signal, () => undefined)
    const found = async () => (await factsOf(database)).txs.map((line) => line.split(' ')[1])
    await expect.poll(found, { timeout: 20_000 }).toEqual([sent])
    expect(failures).toBe(1)
    controller.abort()
    await running
    await database.close()
    await anvil.stop()
  }, 60_000)
})

describe('what nobody asks for any more', () => {
  const day = 86_400_000

  test('behavior: an address is forgotten after three months, and what became of a transaction after one; who comes back is searched for again', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 18)
    const [from, you, me] = traffic.accounts as [Hex, Hex, Hex]
    const [sent] = await traffic.mineBlock([{ from: me, to: from, value: '0x1', gas: '0x5208' }])
    const database = await openEmpty()
    const { db } = database
    const chain = 31_337
    const pendingOf = (digit: string) => ({
      ...{ chain, hash: `0x${digit.repeat(64)}` as Hex, sender: you, recipient: from, nonce: 900, value: 1n, method: null },
      ...{ operations: { [you]: 'send' as const }, transfers: [] },
    })
    const askedAt = (days: number) => Date.now() - days * day
    const indexer = openTestIndexer(database, undefined, settingsFor(anvil.url, { mode: 'watch' }))
    await expect.poll(() => blockOf(database), { timeout: 20_000 }).toBeGreaterThanOrEqual(0)
    await indexer.close()
    for (const [digit, days] of [
      ['a', 31],
      ['b', 29],
    ] as const) {
      const store = createStore(db, () => Date.now() - days * day)
      await store.addPending(pendingOf(digit))
      await store.settle(chain, pendingOf(digit).hash, 'dropped')
    }
    await db.insert(chainWatched).values([
      { chain, address: me, since: 0, searchedTo: 0, askedAt: askedAt(91) },
      { chain, address: you, since: 0, searchedTo: 0, askedAt: askedAt(89) },
    ])
    const again = openTestIndexer(database, undefined, settingsFor(anvil.url, { mode: 'watch' }))
    const watched = async () => (await db.select().from(chainWatched)).map(({ address }) => address)
    await expect.poll(watched, { timeout: 20_000 }).toEqual([you])
    const settled = async () => (await db.select().from(chainPending)).map(({ hash }) => hash)
    await expect.poll(settled, { timeout: 20_000 }).toEqual([pendingOf('b').hash])
    for (const address of [me, you]) await again.watch(chain, address)
    const found = async () => (await factsOf(database)).txs.map((line) => line.split(' ')[1])
    await expect.poll(found, { timeout: 20_000 }).toContain(sent)
    expect((await db.select().from(chainWatched)).every((row) => row.askedAt > askedAt(1))).toBe(true)
    await again.close()
    await database.close()
    await anvil.stop()
  }, 60_000)
})

describe('a node with limits', () => {
  test('behavior: ranges are halved until the node takes them, and everything is found', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 13)
    const me = traffic.accounts[2] as Hex
    for (let block = 0; block < 6; block += 1) {
      await traffic.mine(10)
      const data = traffic.call('mint', [me, BigInt(block + 1)])
      await traffic.mineBlock([{ from: traffic.accounts[0] as Hex, to: traffic.money.token, data, gas: '0x30d40' }])
    }
    const ranges: number[] = []
    /** A public node: no traces, no old states, and no more than seven blocks of logs. */
    const node = await startFakeNode()
    node.answer = async (body) => {
      const refuse = (id: number, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
      const answer = async ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
        if (/^(?:trace|debug)_/.test(method)) return refuse(id, -32_601, 'the method does not exist')
        if (method === 'eth_getTransactionCount' && params[1] !== 'latest') return refuse(id, -32_000, 'missing trie node')
        if (method === 'eth_getLogs') {
          const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
          const range = Number(toBlock) - Number(fromBlock) + 1
          if (range > 7) return refuse(id, -32_005, 'query returned more than 10000 results')
          ranges.push(range)
        }
        return { jsonrpc: '2.0', id, result: await traffic.rpc(method, params) }
      }
      return { json: Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body) }
    }
    const database = await openEmpty()
    const indexer = openTestIndexer(database, undefined, settingsFor(node.url, { mode: 'watch' }))
    await indexer.watch(31_337, me)
    const expected = await recompute(traffic, traffic.money.wrapped)
    const logs = (facts: Facts) =>
      facts.transfers.filter(
        (line) => !/ native | \S+ 0 -$/.test(line) && line.split(' ').slice(3, 5).includes(me) && !line.includes(traffic.money.wrapped),
      )
    await expect.poll(async () => logs(await factsOf(database)), { timeout: 40_000 }).toEqual(logs(expected))
    expect(logs(expected).length).toBeGreaterThan(5)
    expect(Math.max(...ranges)).toBeLessThanOrEqual(7)
    expect((await indexer.status())['eip155:31337']).toMatchObject({ mode: 'watch', internalTransfers: false })
    await indexer.close()
    await database.close()
    await node.close()
    await anvil.stop()
  }, 90_000)

  test('behavior: what a node cannot trace any more is found without its calls; a limit is no sign that it keeps no old states', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 15)
    const [from, , me] = traffic.accounts as [Hex, Hex, Hex]
    const data = traffic.call('mint', [me, 5n])
    const [minted] = await traffic.mineBlock([{ from, to: traffic.money.token, data, gas: '0x30d40' }])
    const [sent] = await traffic.mineBlock([{ from: me, to: from, value: '0x1', gas: '0x5208' }])
    await traffic.mine(10)
    const node = await startFakeNode()
    let isBusy = true
    node.answer = async (body) => {
      const refuse = (id: number, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
      const answer = async ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
        if (method === 'trace_transaction') return refuse(id, -32_000, 'required historical state unavailable (reexec=128)')
        if (isBusy && method === 'eth_getTransactionCount') {
          isBusy = false
          return refuse(id, -32_005, 'rate limited')
        }
        return { jsonrpc: '2.0', id, result: await traffic.rpc(method, params) }
      }
      return { json: Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body) }
    }
    const database = await openEmpty()
    const indexer = openTestIndexer(database, undefined, settingsFor(node.url, { mode: 'watch' }))
    await indexer.watch(31_337, me)
    await expect.poll(() => indexer.searchingOf({ address: me, chains: [31_337] }), { timeout: 20_000 }).toEqual([])
    const found = (await factsOf(database)).txs.map((line) => line.split(' ')[1])
    expect(found).toEqual(expect.arrayContaining([minted, sent]))
    await indexer.close()
    await database.close()
    await node.close()
    await anvil.stop()
  }, 60_000)

  test('behavior: a node that breaks off over a wide range is asked for a narrower one', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 16)
    const [from, , me] = traffic.accounts as [Hex, Hex, Hex]
    const data = traffic.call('mint', [me, 5n])
    const [minted] = await traffic.mineBlock([{ from, to: traffic.money.token, data, gas: '0x30d40' }])
    await traffic.rpc('anvil_mine', ['0x20'])
    const node = await startFakeNode()
    node.answer = async (body) => {
      const calls = Array.isArray(body) ? body : [body]
      const isWide = ({ method, params }: (typeof calls)[number]) => {
        const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: Hex; toBlock?: Hex }
        return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 8
      }
      if (calls.some(isWide)) return 'cut'
      const answers = calls.map(async ({ id, method, params }) => ({ jsonrpc: '2.0', id, result: await traffic.rpc(method, params) }))
      return { json: Array.isArray(body) ? await Promise.all(answers) : await answers[0] }
    }
    const database = await openEmpty()
    const indexer = openTestIndexer(database, undefined, settingsFor(node.url, { mode: 'watch' }))
    await indexer.watch(31_337, me)
    await expect.poll(() => indexer.searchingOf({ address: me, chains: [31_337] }), { timeout: 30_000 }).toEqual([])
    expect((await factsOf(database)).txs.map((line) => line.split(' ')[1])).toContain(minted)
    await indexer.close()
    await database.close()
    await node.close()
    await anvil.stop()
  }, 60_000)

  test('security: an address whose search never ends keeps no other one from being searched', async () => {
    const anvil = await startAnvil()
    const traffic = await createTraffic(anvil.url, 17)
    const [from, busy, me] = traffic.accounts as [Hex, Hex, Hex]
    const data = traffic.call('mint', [me, 5n])
    const [minted] = await traffic.mineBlock([{ from, to: traffic.money.token, data, gas: '0x30d40' }])
    const node = await startFakeNode()
    node.answer = async (body) => {
      const answer = async ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) =>
        method === 'eth_getLogs' && JSON.stringify(params).includes(busy.slice(2))
          ? { jsonrpc: '2.0', id, error: { code: -32_005, message: 'query returned more than 10000 results' } }
          : { jsonrpc: '2.0', id, result: await traffic.rpc(method, params) }
      return { json: Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body) }
    }
    const database = await openEmpty()
    const indexer = openTestIndexer(database, undefined, settingsFor(node.url, { mode: 'watch' }))
    await indexer.watch(31_337, busy)
    await expect.poll(() => node.methods.includes('eth_getLogs'), { timeout: 20_000 }).toBe(true)
    await indexer.watch(31_337, me)
    await expect.poll(() => indexer.searchingOf({ address: me, chains: [31_337] }), { timeout: 20_000 }).toEqual([])
    expect((await factsOf(database)).txs.map((line) => line.split(' ')[1])).toContain(minted)
    expect(await indexer.searchingOf({ address: busy, chains: [31_337] })).toEqual([31_337])
    await indexer.close()
    await database.close()
    await node.close()
    await anvil.stop()
  }, 60_000)
})
