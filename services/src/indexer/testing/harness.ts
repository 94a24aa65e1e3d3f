import { MessageChannel } from 'node:worker_threads'
import { databases } from '@latchkey/testkit/src/databases/databases.ts'
import { asc } from 'drizzle-orm'
import { pino } from 'pino'
import type { OpenDatabase } from '../../db/database.js'
import { chainActivity, chainCursors, chainHoldings, chainTransfers, chainTxs } from '../../db/indexerTables.js'
import { openDatabase } from '../../db/openDatabase.js'
import { type Indexer, openIndexer } from '../openIndexer.js'
import { createStore } from '../store/createStore.js'
import type { Thread } from '../thread/spawn.js'
import { serveIndexing } from '../thread/worker.js'
import type { ChainSettings } from '../work/chainWork.js'
import { runChain } from '../work/runChain.js'
import type { Facts } from './oracle.js'

/** Settings for a node of a test. */
export const settingsFor = (url: string, changes: Partial<ChainSettings> = {}): ChainSettings => ({
  chain: 31_337,
  mode: 'full',
  nodes: [url],
  testnet: true,
  pollInterval: 50,
  transactions: 50,
  rows: 100,
  dropAfter: 1_000,
  nfts: { https: false },
  ...changes,
})

/** The indexing "thread" on this one: threads load only what was built. Everything still crosses a port. */
export function spawnHere(): Thread {
  const { port1, port2 } = new MessageChannel()
  serveIndexing({ send: (message) => port2.postMessage(message), listen: (listener) => void port2.on('message', listener) })
  return {
    send: (message) => port1.postMessage(message),
    listen: (listener) => void port1.on('message', listener),
    onEnd: () => undefined,
    end: async () => {
      port1.close()
      port2.close()
    },
  }
}

/** The whole indexer, with its thread on this one. */
export const openTestIndexer = (database: OpenDatabase, url: string | undefined, settings: ChainSettings): Indexer =>
  openIndexer({ database, url, chains: [settings], key: Buffer.alloc(32, 7), log: pino({ level: 'silent' }), spawn: spawnHere })

/** Indexes a chain by itself, without a thread or an election, until it is stopped. */
export function startChain(database: OpenDatabase, settings: ChainSettings) {
  const controller = new AbortController()
  let problem: string | null = null
  const running = runChain(settings, createStore(database.db), controller.signal, (report) => {
    problem = report.problem
  })
  return {
    problem: () => problem,
    async stop() {
      controller.abort()
      await running
    },
  }
}

/** An empty database on PGlite, copied from one that was built: making one in memory takes ten times as long. */
export async function openEmpty(): Promise<OpenDatabase> {
  const [pglite] = databases
  if (!pglite) throw new Error('There is no PGlite.')
  const files = await pglite.open()
  const database = await openDatabase(files.options)
  return {
    ...database,
    async close() {
      await database.close()
      await files.remove()
    },
  }
}

/** The last indexed block. */
export async function blockOf({ db }: OpenDatabase): Promise<number> {
  const [row] = await db.select().from(chainCursors)
  return row?.block ?? -1
}

/** What was indexed, in the words of the oracle. */
export async function factsOf({ db }: OpenDatabase): Promise<Facts> {
  const [txs, transfers, activity] = [
    await db.select().from(chainTxs),
    await db.select().from(chainTransfers),
    await db.select().from(chainActivity),
  ]
  const place = ({ block, position }: { block: number; position: number }) => `${block}.${position}`
  return {
    txs: txs.map((row) => `${place(row)} ${row.hash} ${row.sender} ${row.recipient ?? '-'} ${row.success} ${row.fee}`).sort(),
    transfers: transfers
      .map((row) => `${place(row)} ${row.kind} ${row.token ?? '-'} ${row.sender} ${row.recipient} ${row.amount} ${row.tokenId ?? '-'}`)
      .sort(),
    activity: activity.map((row) => `${row.address} ${place(row)}`).sort(),
  }
}

/** Every row of what follows the chain, so that two databases can be compared. */
export async function dump({ db }: OpenDatabase): Promise<unknown> {
  const place = <Table extends typeof chainTxs | typeof chainTransfers | typeof chainActivity>(table: Table) =>
    [asc(table.block), asc(table.position)] as const
  const { source, place: number, item } = chainTransfers
  const [cursor] = await db.select().from(chainCursors)
  return {
    block: cursor?.block,
    txs: await db
      .select()
      .from(chainTxs)
      .orderBy(...place(chainTxs)),
    transfers: await db
      .select()
      .from(chainTransfers)
      .orderBy(...place(chainTransfers), source, number, item),
    activity: await db
      .select()
      .from(chainActivity)
      .orderBy(...place(chainActivity), chainActivity.address),
    holdings: await db.select().from(chainHoldings).orderBy(chainHoldings.address, chainHoldings.token, chainHoldings.tokenId),
  }
}
