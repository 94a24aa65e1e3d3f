import { lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { OpenDatabase } from '../db/database.js'
import { elect } from '../db/elect.js'
import { chainCursors, chainWatched } from '../db/indexerTables.js'
import { loggableError } from '../log.js'
import { type Change, type Changes, createChanges } from './changes.js'
import { type HistoryPage, type HistoryQuery, historyOf } from './query/history.js'
import { nftsOf, type SeenNft } from './query/nfts.js'
import { type Reach, reachOf } from './query/reach.js'
import { searchingOf } from './query/searching.js'
import { erc20sOf } from './query/tokens.js'
import { type KnownTransaction, transactionOf } from './query/transaction.js'
import { createStore } from './store/createStore.js'
import type { Store } from './store/store.js'
import type { Functions } from './thread/calls.js'
import { keepThread } from './thread/keepThread.js'
import { spawnIndexing, type Thread } from './thread/spawn.js'
import type { Main } from './thread/worker.js'
import type { ChainReport, ChainSettings } from './work/chainWork.js'
import { pendingOf, type Sent } from './work/seen.js'

/** How it stands with an indexed chain, whichever process indexes it. */
export type IndexerStatus = {
  readonly mode: 'full' | 'watch'
  /** The last block whose rows are there; -1 before the first. */
  readonly block: number
  /** Blocks that the chain is ahead. */
  readonly lag: number
  /** Whether this process indexes. The rest is known only there. */
  readonly leading: boolean
  /** Whether coins are seen that contracts send; undefined in a process that does not index. */
  readonly internalTransfers?: boolean
  /** Up to this block they are missing: the node does not keep what it would need to tell. */
  readonly untracedTo?: number
  readonly problem?: string
}

export type Indexer = {
  readonly historyOf: (query: HistoryQuery) => Promise<HistoryPage>
  /** How far what is kept of these chains is to be believed. */
  readonly reachOf: (chains: readonly number[]) => Promise<ReadonlyMap<number, Reach>>
  /** Those of the chains whose past is still being searched for an address: of what was before it was first shown, something may be missing. */
  readonly searchingOf: (query: { readonly address: Hex; readonly chains: readonly number[] }) => Promise<readonly number[]>
  readonly erc20sOf: (query: { readonly address: Hex; readonly chain: number }) => Promise<readonly Hex[]>
  readonly nftsOf: (query: { readonly address: Hex; readonly chain: number }) => Promise<readonly SeenNft[]>
  readonly changes: { readonly subscribe: (addresses: readonly Hex[], listener: (change: Change) => void) => () => void }
  /** Says that an address is shown: where only such addresses are indexed, it is from now on, and its past is searched. */
  readonly watch: (chain: number, address: Hex) => Promise<void>
  /** Takes a transaction that a node has accepted; it is listed as pending until it is mined, replaced or dropped. Never throws. */
  readonly seen: (chain: number, raw: string, hash: string) => void
  /** A transaction by its hash; null when the index does not know it, or the chain is not indexed. */
  readonly transactionOf: (chain: number, hash: Hex) => Promise<KnownTransaction | null>
  /** Takes a transaction that a node knows and no block has yet: it is listed as pending from now on, as one that was sent by the gateway. */
  readonly follow: (sent: Sent) => Promise<void>
  /** Numbers of the chains on which only shown addresses are followed: of what was before, coins that others sent are missing. */
  readonly watched: readonly number[]
  /** Numbers of the chains that are indexed. */
  readonly chains: readonly number[]
  readonly status: () => Promise<Readonly<Record<string, IndexerStatus>>>
  readonly close: () => Promise<void>
}

type Options = {
  readonly database: OpenDatabase
  /** URL of the PostgreSQL server; undefined on PGlite. */
  readonly url: string | undefined
  readonly chains: readonly ChainSettings[]
  /** Signs cursors. */
  readonly key: Uint8Array
  readonly log: Logger
  /** Starts the thread that does the work. */
  readonly spawn?: () => Thread
}

/** Milliseconds between two notes that an address is still asked for. */
const askedEvery = 86_400_000
/** Transactions that are read before they count as too many: then they are not listed as pending. */
const mostUnread = 500

/** What the thread may call: the store, whose writes are followed by a look at the changes. */
function functionsFor(store: Store, changes: Changes, reports: Map<number, ChainReport>): Functions {
  const main: Main = {
    ...store,
    async commit(batch) {
      const isWritten = await store.commit(batch)
      changes.hint()
      return isWritten
    },
    async settle(chain, hash, status) {
      await store.settle(chain, hash, status)
      changes.hint()
    },
    async saveTokens(chain, facts) {
      await store.saveTokens(chain, facts)
      changes.hint()
    },
    async saveNfts(chain, facts) {
      await store.saveNfts(chain, facts)
      changes.hint()
    },
    report: (chain, report) => void reports.set(chain, report),
  }
  return main as unknown as Functions
}

/** Opens the indexer: a thread that reads and decodes chains, the election of the process whose thread does, and the queries. */
export function openIndexer({ database, url, chains, key, log, spawn = spawnIndexing }: Options): Indexer {
  const { db } = database
  const store = createStore(db)
  const changes = createChanges(db)
  const reports = new Map<number, ChainReport>()
  const numbers = chains.map(({ chain }) => chain)
  const watched = chains.flatMap(({ chain, mode }) => (mode === 'watch' ? [chain] : []))
  let leading = false
  let unread = 0
  // Without a chain to index there is nothing to keep.
  const isUsed = chains.length > 0
  const thread = isUsed
    ? keepThread({
        spawn,
        own: functionsFor(store, changes, reports),
        begin: (indexing) => {
          if (leading) void indexing.start(chains).catch(() => undefined)
        },
        onEnd: (reason) => log.error({ reason }, 'The indexing thread ended'),
      })
    : undefined
  const lead = () => {
    leading = true
    log.info({ chains: numbers }, 'This process indexes')
    void thread
      ?.indexing()
      ?.start(chains)
      .catch(() => undefined)
  }
  const resign = async () => {
    leading = false
    await thread
      ?.indexing()
      ?.stop()
      .catch(() => undefined)
  }
  const election = isUsed ? elect('indexing', url, lead, resign) : undefined

  return {
    chains: numbers,
    watched,
    historyOf: (query) => historyOf(db, key, { ...query, chains: query.chains.filter((chain) => numbers.includes(chain)) }),
    reachOf: (wanted) =>
      reachOf(
        db,
        chains.filter(({ chain }) => wanted.includes(chain)),
      ),
    searchingOf: ({ address, chains: wanted }) =>
      searchingOf(
        db,
        address,
        watched.filter((chain) => wanted.includes(chain)),
      ),
    erc20sOf: (query) => erc20sOf(db, query),
    nftsOf: (query) => nftsOf(db, query),
    changes: { subscribe: changes.subscribe },
    transactionOf: async (chain, hash) => (numbers.includes(chain) ? transactionOf(db, chain, hash) : null),
    async follow(sent) {
      if (!numbers.includes(sent.chain)) return
      await store.addPending(pendingOf(sent))
      changes.hint()
    },
    async watch(chain, address) {
      if (!chains.some((one) => one.chain === chain && one.mode === 'watch')) return
      const askedAt = Date.now()
      await db
        .insert(chainWatched)
        .values({ chain, address: address.toLowerCase() as Hex, askedAt })
        .onConflictDoUpdate({
          target: [chainWatched.chain, chainWatched.address],
          set: { askedAt },
          setWhere: lt(chainWatched.askedAt, askedAt - askedEvery),
        })
    },
    seen(chain, raw, hash) {
      const indexing = thread?.indexing()
      if (!numbers.includes(chain) || unread >= mostUnread || !indexing) return
      unread += 1
      void indexing
        .read(chain, raw as Hex, hash as Hex)
        .then(async (pending) => {
          if (!pending) return
          await store.addPending(pending)
          changes.hint()
        })
        .catch((error: unknown) => log.warn({ error: loggableError(error) }, 'A sent transaction is not listed as pending'))
        .finally(() => {
          unread -= 1
        })
    },
    async status() {
      const rows = await db.select().from(chainCursors)
      return Object.fromEntries(
        chains.map(({ chain, mode }) => {
          const row = rows.find((one) => one.chain === chain)
          const report = leading ? reports.get(chain) : undefined
          const block = row?.block ?? -1
          const lag = Math.max(0, Math.max(row?.head ?? -1, report?.head ?? -1) - block)
          const known = report
            ? {
                internalTransfers: report.tracing !== 'none',
                ...(report.untraced === null ? {} : { untracedTo: report.untraced }),
                ...(report.problem === null ? {} : { problem: report.problem }),
              }
            : {}
          return [`eip155:${chain}`, { mode, block, lag, leading, ...known }]
        }),
      )
    },
    async close() {
      await election?.close()
      await thread?.close()
      await changes.close()
    },
  }
}
