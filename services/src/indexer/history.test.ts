import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { sql } from 'drizzle-orm'
import { createWalletClient, type Hex, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import type { Change } from './changes.js'
import type { Indexer } from './openIndexer.js'
import { activityQuery, historyOf } from './query/history.js'
import { blockOf, openTestIndexer, settingsFor } from './testing/harness.js'
import { createTraffic, type Traffic } from './testing/money.js'

/** The second account of the well-known mnemonic. */
const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const me = account.address.toLowerCase() as Hex
const gwei = 1_000_000_000n

describe.each(everyDatabase)('what an address did, on $kind', ({ open }) => {
  let anvil: Anvil
  let traffic: Traffic
  let files: TestDatabase
  let database: OpenDatabase
  let indexer: Indexer
  beforeAll(async () => {
    ;[files, anvil] = await Promise.all([open(), startAnvil()])
    database = await openDatabase(files.options)
    traffic = await createTraffic(anvil.url, 11)
    indexer = openTestIndexer(database, files.options.url, settingsFor(anvil.url))
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
  const history = (address: Hex, more: { cursor?: string; limit?: number } = {}) =>
    indexer.historyOf({ address, chains: [31_337], ...more })
  const fresh = () => `0x${crypto.randomUUID().replaceAll('-', '').padStart(40, '7')}` as Hex
  const [from] = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Hex]

  test('behavior: tokens, coins and NFTs, the newest first, with what is known of them', async () => {
    const you = fresh()
    const { money, call } = traffic
    await traffic.mineBlock([{ from, to: you, value: '0x5' }])
    await traffic.mineBlock([{ from, to: money.silent, data: call('mint', [you, 2n ** 256n - 1n]) }])
    await traffic.mineBlock([{ from, to: money.picture, data: call('mint', [you, 777n]) }])
    await traffic.mineBlock([{ from, to: money.other, data: call('mint', [you, 3n]) }])
    await caughtUp()
    const read = async () => (await history(you.toUpperCase().replace('0X', '0x') as Hex)).entries
    await expect
      .poll(async () => (await read())[1]?.transfers[0]?.nft, { timeout: 20_000 })
      .toEqual({
        name: 'Picture',
        image: 'data:image/svg+xml,<svg/>',
        animation: null,
      })
    await expect.poll(async () => (await read())[2]?.transfers[0]?.about?.symbol).toBe('SUSD')
    await expect.poll(async () => (await read())[0]?.transfers[0]?.about?.symbol).toBe('GIFT')
    const [gift, picture, silent, coins] = await read()
    expect(gift?.transfers[0]?.about).toEqual({ name: 'claim at gift.example.com', symbol: 'GIFT', decimals: 0, marks: ['url'] })
    expect(picture).toMatchObject({ operation: 'receive', transfers: [{ kind: 'erc721', tokenId: 777n, amount: 1n, direction: 'in' }] })
    expect(silent?.transfers).toMatchObject([{ kind: 'erc20', amount: 2n ** 256n - 1n, about: { name: 'Silent Dollar', decimals: 6 } }])
    expect(coins).toMatchObject({ operation: 'receive', status: 'confirmed', from, transfers: [{ token: null, amount: 5n }] })
    expect(await indexer.erc20sOf({ address: you, chain: 31_337 })).toEqual([money.silent, money.other])
    expect(await indexer.erc20sOf({ address: fresh(), chain: 31_337 })).toEqual([])
  }, 60_000)

  test('behavior: pages follow each other without a gap or a repetition, also while new blocks come', async () => {
    const you = fresh()
    for (let block = 0; block < 5; block += 1)
      await traffic.mineBlock([1, 2, 3].map(() => ({ from, to: you, value: '0x1' as Hex, gas: '0x5208' as Hex })))
    await caughtUp()
    const whole = await history(you)
    expect(whole).toMatchObject({ next: null })
    expect(whole.entries).toHaveLength(15)
    const hashes: Hex[] = []
    let cursor: string | undefined
    do {
      const page = await history(you, { limit: 4, ...(cursor ? { cursor } : {}) })
      hashes.push(...page.entries.map(({ hash }) => hash))
      cursor = page.next ?? undefined
      if (hashes.length === 8) {
        await traffic.mineBlock([{ from, to: you, value: '0x1' }])
        await caughtUp()
      }
    } while (cursor)
    expect(hashes).toEqual(whole.entries.map(({ hash }) => hash))
  }, 60_000)

  test("error: a cursor that was changed, or is another address's, is refused", async () => {
    const { next } = await history(from as Hex, { limit: 1 })
    await expect(history(fresh(), { cursor: next as string })).rejects.toThrow('The cursor is not one of ours.')
    for (const cursor of ['', '.', 'e30', `x${next}`, `${next}.x`])
      await expect(history(from as Hex, { cursor }), cursor).rejects.toThrow('The cursor is not one of ours.')
    expect((await history(from as Hex, { cursor: next as string })).entries.length).toBeGreaterThan(0)
    expect(await indexer.historyOf({ address: from as Hex, chains: [1] })).toEqual({ entries: [], next: null })
  })

  const client = () => createWalletClient({ account, chain: anvilChain, transport: http(anvil.url) })
  /** As the gateway does: the node has it, and so hears the indexer. */
  const send = async (to: Hex, nonce: number, price: bigint, value = 1n) => {
    const raw = await client().signTransaction({ to, nonce, value, gas: 21_000n, gasPrice: price, type: 'legacy' })
    const hash = await traffic.rpc<Hex>('eth_sendRawTransaction', [raw])
    indexer.seen(31_337, raw, hash)
    return hash
  }
  const nonceOf = async () => Number(await traffic.rpc<Hex>('eth_getTransactionCount', [me, 'latest']))
  const statuses = async (address: Hex) => (await history(address)).entries.map(({ hash, status }) => `${hash} ${status}`)

  test('behavior: what was sent is pending for both sides at once, then confirmed within two seconds', async () => {
    const you = fresh()
    const heard: Change[] = []
    const unsubscribe = indexer.changes.subscribe([you], (change) => heard.push(change))
    const hash = await send(you, await nonceOf(), 10n * gwei, parseEther('1'))
    await expect.poll(() => statuses(you)).toEqual([`${hash} pending`])
    expect((await history(me)).entries[0]).toMatchObject({ status: 'pending', operation: 'send', fee: null, block: null })
    expect((await history(you)).entries[0]).toMatchObject({
      operation: 'receive',
      transfers: [{ kind: 'native', direction: 'in', amount: 10n ** 18n }],
    })
    await traffic.rpc('evm_mine')
    const mined = Date.now()
    await expect.poll(() => heard.map(({ status }) => status), { interval: 20 }).toEqual(['pending', 'confirmed'])
    expect(Date.now() - mined).toBeLessThan(2_000)
    expect(await statuses(you)).toEqual([`${hash} confirmed`])
    unsubscribe()
  })

  test('behavior: one that is replaced is gone when the other is mined, and one that the node forgets is dropped', async () => {
    const [you, they] = [fresh(), fresh()]
    const heard: Change[] = []
    const unsubscribe = indexer.changes.subscribe([you, they], (change) => heard.push(change))
    const nonce = await nonceOf()
    const first = await send(you, nonce, 10n * gwei)
    await expect.poll(() => statuses(you)).toEqual([`${first} pending`])
    expect(await indexer.transactionOf(31_337, first)).toEqual({ status: 'pending', sender: me, nonce, replacedBy: null })
    const dearer = await send(they, nonce, 20n * gwei)
    await traffic.rpc('evm_mine')
    await expect
      .poll(() => heard.map(({ status }) => status).sort(), { timeout: 15_000 })
      .toEqual(['confirmed', 'pending', 'pending', 'replaced'])
    expect(await indexer.transactionOf(31_337, first)).toEqual({ status: 'replaced', sender: me, nonce, replacedBy: dearer })
    expect(await indexer.transactionOf(31_337, dearer)).toMatchObject({ status: 'confirmed', replacedBy: null })
    expect(await statuses(you)).toEqual([])

    const second = await send(you, nonce + 1, 10n * gwei)
    await expect.poll(() => statuses(you)).toEqual([`${second} pending`])
    await traffic.rpc('anvil_dropTransaction', [second])
    await expect.poll(() => heard.at(-1), { timeout: 15_000 }).toMatchObject({ hash: second, status: 'dropped' })
    expect(await indexer.transactionOf(31_337, second)).toMatchObject({ status: 'dropped' })
    expect(await indexer.transactionOf(31_337, `0x${'9'.repeat(64)}`)).toBeNull()
    expect(await indexer.transactionOf(1, first)).toBeNull()
    expect(await statuses(you)).toEqual([])
    unsubscribe()
  }, 60_000)

  test('behavior: what a reorganisation takes back is pending again, until it is mined again', async () => {
    const you = fresh()
    const snapshot = await traffic.rpc<Hex>('evm_snapshot')
    const nonce = await nonceOf()
    const raw = await client().signTransaction({ to: you, nonce, value: 7n, gas: 21_000n, gasPrice: 10n * gwei, type: 'legacy' })
    const hash = await traffic.rpc<Hex>('eth_sendRawTransaction', [raw])
    await traffic.rpc('evm_mine')
    await expect.poll(() => statuses(you)).toEqual([`${hash} confirmed`])
    await traffic.rpc('evm_revert', [snapshot])
    await traffic.rpc('evm_increaseTime', [20])
    await traffic.rpc('evm_mine')
    await expect.poll(() => statuses(you), { timeout: 15_000 }).toEqual([`${hash} pending`])
    expect((await history(you)).entries[0]).toMatchObject({
      operation: 'receive',
      transfers: [{ amount: 7n, direction: 'in', token: null }],
    })
    await traffic.rpc('eth_sendRawTransaction', [raw])
    await traffic.rpc('evm_mine')
    await expect.poll(() => statuses(you), { timeout: 15_000 }).toEqual([`${hash} confirmed`])
  }, 60_000)

  test('error: what is no transaction is not listed, and breaks nothing', async () => {
    for (const raw of ['0x', '0x02', 'nonsense', `0x${'ff'.repeat(200)}`]) indexer.seen(31_337, raw, `0x${'1'.repeat(64)}`)
    const you = fresh()
    const hash = await send(you, await nonceOf(), 10n * gwei)
    await expect.poll(() => statuses(you)).toEqual([`${hash} pending`])
    await traffic.rpc('evm_mine')
    await expect.poll(() => statuses(you)).toEqual([`${hash} confirmed`])
  })

  test('behavior: one transaction that moved thirty thousand NFTs to an address is listed with its first ones', async () => {
    const you = fresh()
    const bytes = sql`decode(${you.slice(2)}, 'hex')`
    const someone = sql`decode(${'5'.repeat(40)}, 'hex')`
    await database.db.execute(sql`
      insert into chain_txs (chain, block, position, hash, sender, nonce, value, fee, success, mined_at)
      values (8, 1, 0, decode(${'8'.repeat(64)}, 'hex'), ${someone}, 0, 0, 0, true, 1)`)
    await database.db.execute(sql`
      insert into chain_transfers (chain, block, position, source, place, item, kind, token, sender, recipient, amount, token_id)
      select 8, 1, 0, 2, i, 0, 'erc721', ${someone}, ${someone}, ${bytes}, 1, i from generate_series(1, 30000) as i`)
    await database.db.execute(sql`
      insert into chain_activity (address, chain, block, position, operation, success) values (${bytes}, 8, 1, 0, 'receive', true)`)
    const [entry] = (await historyOf(database.db, Buffer.alloc(32, 7), { address: you, chains: [8] })).entries
    expect(entry?.transfers.map(({ tokenId }) => tokenId)).toEqual(Array.from({ length: 50 }, (_, index) => BigInt(index + 1)))
  }, 60_000)

  test('security: what moves nothing in an address’s name is listed in its own transactions alone', async () => {
    const [you, stranger] = [fresh(), fresh()]
    const [bytes, someone] = [you, stranger].map((address) => sql`decode(${address.slice(2)}, 'hex')`)
    await database.db.execute(sql`
      insert into chain_txs (chain, block, position, hash, sender, nonce, value, fee, success, mined_at)
      select 7, 1, i, decode(lpad(to_hex(i), 64, '7'), 'hex'), case i when 0 then ${bytes} else ${someone} end, 0, 0, 0, true, i
      from generate_series(0, 1) as i`)
    // More of them than are listed of one transaction, before what really moved.
    await database.db.execute(sql`
      insert into chain_transfers (chain, block, position, source, place, item, kind, token, sender, recipient, amount, token_id)
      select 7, 1, i % 2, 2, i, 0, 'erc20', ${someone}, ${bytes}, ${someone}, case when i < 120 then 0 else 5 end, null
      from generate_series(0, 121) as i`)
    await database.db.execute(sql`
      insert into chain_activity (address, chain, block, position, operation, success)
      select ${bytes}, 7, 1, i, 'send', true from generate_series(0, 1) as i`)
    const { entries } = await historyOf(database.db, Buffer.alloc(32, 7), { address: you, chains: [7] })
    expect(entries.map(({ transfers }) => transfers.map(({ amount }) => amount))).toEqual([[5n], Array(50).fill(0n)])
  })

  test('behavior: the question for both sides of an address is one range of an index, however many rows there are', async () => {
    await database.db.execute(sql`
      insert into chain_txs (chain, block, position, hash, sender, nonce, value, fee, success, mined_at)
      select 9, i / 10, i % 10, decode(lpad(to_hex(i), 64, '0'), 'hex'), decode(lpad(to_hex(i % 1000), 40, '0'), 'hex'), i, 0, 0, true, i
      from generate_series(1, 20000) as i`)
    await database.db.execute(sql`
      insert into chain_activity (address, chain, block, position, operation, success)
      select decode(lpad(to_hex(i % 1000), 40, '0'), 'hex'), 9, i / 10, i % 10, 'send', true from generate_series(1, 20000) as i
      union all select decode(lpad(to_hex(i % 1000 + 2000), 40, '0'), 'hex'), 9, i / 10, i % 10, 'receive', true from generate_series(1, 20000) as i`)
    await database.db.execute(sql`analyze chain_activity`)
    await database.db.execute(sql`analyze chain_txs`)
    const plan = (await database.db.execute(
      sql`explain ${activityQuery('0x0000000000000000000000000000000000000007', [9, 31_337], { 9: [1_000, 5] }, 51)}`,
    )) as unknown as { rows: Readonly<Record<string, string>>[] }
    const text = plan.rows.map((row) => Object.values(row).join()).join('\n')
    expect(text).toContain('using chain_activity_address_chain_block_position_pk')
    expect(text).toMatch(/Index Cond: \(\(address = .*\) AND \(chain = '?9'?(?:::bigint)?\) AND \(ROW\(block, "?position"?\) < ROW/)
    expect(text).not.toContain('Seq Scan')
    expect(text).not.toContain('Sort Key: chain_activity')
  }, 60_000)
})
