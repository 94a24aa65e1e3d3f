import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { startPostgres } from '@latchkey/testkit/src/databases/startPostgres.js'
import { toEventSelector } from 'viem'
import { build } from '../../dev/build.js'
import { root } from '../../entry/root.js'
import { benchPort } from '../port.js'
import { median, quantile, round } from '../statistics.js'
import { startBusyChain } from './chain.js'
import { addresses, countOf, receiverSql, senderSql, startTransferChain, transfers } from './transfers.js'

/** @import { Lifetime, Own } from '../../entry/lifetime.js' */

const port = benchPort + 7
const chainId = 31337
const blocks = 1_000
const each = 10
/** Blocks that are mined one by one while the indexer is at the head. */
const liveBlocks = 20
/** How many addresses are asked of the index, and how many of the node, which takes longer. */
const questions = 200
const nodeQuestions = 20

const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const main = join(root, 'services/dist/main.js')

/** Starts the services on a database, with the chain in whole-chain mode. */
async function startServer(/** @type {string} */ node, /** @type {{ folder: string, url?: string }} */ database, /** @type {Own} */ own) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-indexer-'))
  const config = {
    listen: { port },
    urls: { dialog: 'http://dialog.localhost', secure: 'http://secure.localhost', api: 'http://api.localhost' },
    database: database.url === undefined ? { folder: join(folder, 'database') } : { url: database.url },
    log: { file: join(folder, 'services.log') },
    chains: [
      {
        id: chainId,
        name: 'Bench',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: node }],
        testnet: true,
        blockTime: 1_000,
        indexer: 'full',
      },
    ],
  }
  const file = join(folder, 'latchkey.config.json')
  await writeFile(file, JSON.stringify(config))
  const env = { ...process.env, LATCHKEY_CONFIG: file, DATABASE_URL: '' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const kill = async () => {
    child.kill('SIGTERM')
    await gone
  }
  if (child.pid) child.once('exit', own(child.pid, kill))
  /** @returns {Promise<number>} the last indexed block; -1 while there is none */
  const indexed = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null)
    if (!answer && child.exitCode !== null) throw new Error('The services did not start.')
    return answer ? ((await answer.json()).indexer?.[`eip155:${chainId}`]?.block ?? -1) : -1
  }
  return {
    indexed,
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof startBusyChain>>} BusyChain */

/** How fast a database is filled, and how long after a block its rows are there. */
async function fill(/** @type {BusyChain} */ chain, /** @type {{ folder: string, url?: string }} */ database, /** @type {Own} */ own) {
  const server = await startServer(chain.url, database, own)
  try {
    const height = await chain.height()
    while ((await server.indexed()) < 0) await pause(2)
    const [started, from] = [performance.now(), await server.indexed()]
    while ((await server.indexed()) < height) await pause(5)
    const seconds = (performance.now() - started) / 1_000
    /** @type {number[]} */
    const lags = []
    for (let block = 0; block < liveBlocks; block += 1) {
      await chain.mine(blocks + block)
      const mined = performance.now()
      const to = await chain.height()
      while ((await server.indexed()) < to) await pause(5)
      lags.push(performance.now() - mined)
    }
    const done = height - from
    return {
      blocksPerSecond: round(done / seconds, 0),
      transactionsPerSecond: round((done * each) / seconds, 0),
      seconds: round(seconds, 2),
      lag: { median: round(median(lags), 0), p95: round(quantile(lags, 0.95), 0) },
    }
  } finally {
    await server.stop()
  }
}

/** What the node itself takes to answer all its logs of transfers: less than that, nobody who reads it can take. */
async function askLogs(/** @type {BusyChain} */ chain) {
  const topics = [toEventSelector('Transfer(address,address,uint256)')]
  const started = performance.now()
  const logs = await jsonRpc(chain.url, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }])
  return { milliseconds: round(performance.now() - started, 0), logs: logs.length }
}

/** What the node takes to answer what the indexer asks of it, one request after the other: blocks, receipts and traces. */
async function askBlocks(/** @type {BusyChain} */ chain) {
  const height = await chain.height()
  const started = performance.now()
  for (let from = 0; from <= height; from += 50)
    for (const [method, ...more] of [['eth_getBlockByNumber', true], ['eth_getBlockReceipts'], ['trace_block']]) {
      const numbers = Array.from({ length: Math.min(50, height + 1 - from) }, (_, index) => `0x${(from + index).toString(16)}`)
      const body = JSON.stringify(numbers.map((number, id) => ({ jsonrpc: '2.0', id, method, params: [number, ...more] })))
      await (await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).arrayBuffer()
    }
  return round(performance.now() - started, 0)
}

/** A page of history out of a million transfers, for addresses with some hundred of them, and for one that has a tenth of all. */
async function askHistory(/** @type {string} */ url) {
  /** @type {typeof import('@latchkey/services/src/main.ts')} */
  const { openDatabase, historyOf } = await import(pathToFileURL(main).href)
  const database = await openDatabase({ url, folder: null })
  const address = (/** @type {string} */ number) => `decode(lpad(to_hex(${number}), 40, '0'), 'hex')`
  const [sender, receiver] = [senderSql, receiverSql]
  const all = `generate_series(1, ${transfers}) as i`
  try {
    await database.db.execute(`insert into chain_txs (chain, block, position, hash, sender, recipient, nonce, value, fee, success, mined_at)
      select 1, i / 100, i % 100, sha256(i::text::bytea), ${address(sender)}, ${address(receiver)}, i, i, 21000, true, i * 1000::bigint from ${all}`)
    await database.db.execute(`insert into chain_transfers (chain, block, position, source, place, item, kind, token, sender, recipient, amount)
      select 1, i / 100, i % 100, 2, i, 0, 'erc20', ${address('i % 50')}, ${address(sender)}, ${address(receiver)}, i from ${all}`)
    await database.db.execute(`insert into chain_activity (address, chain, block, position, operation, success)
      select ${address(sender)}, 1, i / 100, i % 100, 'send', true from ${all}
      union all select ${address(receiver)}, 1, i / 100, i % 100, 'receive', true from ${all} on conflict do nothing`)
    await database.db.execute('analyze')
    const measure = async (/** @type {readonly number[]} */ numbers) => {
      /** @type {number[]} */
      const times = []
      for (const number of numbers) {
        const started = performance.now()
        const asked = /** @type {const} */ (`0x${number.toString(16).padStart(40, '0')}`)
        const { entries } = await historyOf(database.db, new Uint8Array(32), { address: asked, chains: [1] })
        times.push(performance.now() - started)
        if (entries.length !== 50) throw new Error(`${entries.length} transactions instead of a page.`)
      }
      return { median: round(median(times), 2), p95: round(quantile(times, 0.95), 2) }
    }
    await measure(Array.from({ length: 20 }, (_, index) => 1 + index))
    const many = await measure(Array.from({ length: questions }, (_, index) => 1 + ((index * 37) % addresses)))
    const busy = await measure(Array.from({ length: questions }, () => 0))
    const sizes = /** @type {{ rows: { name: string, rows: string, indexes: string }[] }} */ (
      /** @type {unknown} */ (
        await database.db.execute(`select relname as name, pg_relation_size(oid) as rows, pg_indexes_size(oid) as indexes
      from pg_class where relname in ('chain_txs', 'chain_transfers', 'chain_activity') order by relname`)
      )
    )
    const bytes = Object.fromEntries(
      sizes.rows.map(({ name, rows, indexes }) => [name, { rows: Number(rows) / transfers, indexes: Number(indexes) / transfers }]),
    )
    return { transfers, many, busy, bytes }
  } finally {
    await database.close()
  }
}

/** What a node takes for all that it can be asked about an address: the logs of the same transfers, by sender and by receiver. */
async function askNode(/** @type {Own} */ own) {
  const chain = await startTransferChain({ port: port + 2, chainId, own })
  try {
    const measure = async (/** @type {readonly number[]} */ numbers) => {
      /** @type {number[]} */
      const times = []
      for (const number of numbers) {
        const started = performance.now()
        const found = await chain.logsOf(number)
        times.push(performance.now() - started)
        if (found !== countOf(number)) throw new Error(`${found} logs instead of ${countOf(number)}.`)
      }
      return { median: round(median(times), 0), p95: round(quantile(times, 0.95), 0) }
    }
    await measure([1])
    const many = await measure(Array.from({ length: nodeQuestions }, (_, index) => 1 + ((index * 37) % addresses)))
    return { many, busy: await measure(Array(nodeQuestions).fill(0)) }
  } finally {
    await chain.stop()
  }
}

/**
 * The indexer: how fast it reads a chain, against the time that the chain's own node takes for its logs; how soon a block is there; how long a page
 * of history takes among a million transfers, beside what a node takes for the logs of the same transfers.
 *
 * @param {{ lifetime: Lifetime }} context
 */
export async function benchIndexer({ lifetime }) {
  const failed = await build({ say: (line) => process.stderr.write(`${line}\n`), own: lifetime.own, only: ['services', 'database'] })
  if (failed.length > 0) throw new Error('The services could not be built.')
  const postgres = await startPostgres()
  const forget = lifetime.onStop(postgres.stop)
  const chain = await startBusyChain({ port: port + 1, chainId, blocks, each, own: lifetime.own })
  try {
    const logs = await askLogs(chain)
    const reading = await askBlocks(chain)
    const filled = {
      pglite: await fill(chain, { folder: '' }, lifetime.own),
      postgres: await fill(chain, { folder: '', url: postgres.url }, lifetime.own),
    }
    const history = await askHistory(postgres.url)
    await chain.stop()
    const node = await askNode(lifetime.own)
    // How many times as long the node takes.
    const ratio = { many: round(node.many.median / history.many.median), busy: round(node.busy.median / history.busy.median) }
    return { blocks, each, logs, reading, ...filled, history, node, ratio }
  } finally {
    await chain.stop()
    forget()
    await postgres.stop()
  }
}
