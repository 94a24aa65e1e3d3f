import { randomBytes } from 'node:crypto'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { OpenDatabase } from '../db/database.js'
import { cursorKey } from './query/cursorText.js'
import type { ChainSettings } from './work/chainWork.js'

/** Milliseconds between two looks at a chain's newest block, at least and at most. */
const shortestPoll = 250
const longestPoll = 2_000
/** Where nobody knows the time between two blocks, or where there is none: a local chain mines when somebody sends something. */
const usualPoll = 500
/** Milliseconds after which a transaction that no node knows any more counts as dropped. */
const dropAfter = 60_000

/**
 * Sizes of what is written at once. PGlite works on the main thread and does one transaction at a time: 50 transactions are some 400 rows, which
 * keep a request waiting for 20 to 40 ms. PostgreSQL works elsewhere.
 */
const sizes = { pglite: { transactions: 50, rows: 200 }, postgres: { transactions: 1_000, rows: 2_000 } } as const

const pollOf = (blockTime: number | undefined) => (blockTime ? Math.max(shortestPoll, Math.min(longestPoll, blockTime / 4)) : usualPoll)

/** What the indexer is told by the configuration. */
export function indexerOptions(config: Config, chains: readonly Chain[], kind: OpenDatabase['kind']) {
  const settings = chains.flatMap(({ id, indexer, upstreams, testnet, blockTime }): ChainSettings[] =>
    indexer === undefined
      ? []
      : [
          {
            chain: Number(id),
            mode: indexer,
            nodes: [...upstreams].sort((a, b) => b.weight - a.weight).map(({ url }) => url),
            testnet,
            pollInterval: pollOf(blockTime),
            ...sizes[kind],
            dropAfter,
            nfts: config.nfts,
          },
        ],
  )
  return { url: config.database.url, chains: settings, key: cursorKey(config.secret ?? randomBytes(32)) }
}
