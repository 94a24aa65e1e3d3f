import { inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.js'
import { chainCursors } from '../../db/indexerTables.js'
import type { ChainSettings } from '../work/chainWork.js'

/**
 * How far the index of a chain is to be believed. `unread`: nothing of the chain was ever read, as it has to be read now. `behind`: what is there
 * is true, and what is newer is missing, because the node does not answer, or much is still to be read. `current`: all is there.
 */
export type Reach = 'unread' | 'behind' | 'current'

/** Milliseconds without a word of the chain's node after which something may be missing: several times what passes between two looks. */
const silentAfter = 30_000
/** Blocks that the chain may be ahead: more than between two looks at any of them. */
const mostAhead = 64

/** How it stands with these chains, whichever process indexes them. */
export async function reachOf(
  db: Database,
  chains: readonly Pick<ChainSettings, 'chain' | 'mode'>[],
  now: number = Date.now(),
): Promise<ReadonlyMap<number, Reach>> {
  const numbers = chains.map(({ chain }) => chain)
  const rows = numbers.length === 0 ? [] : await db.select().from(chainCursors).where(inArray(chainCursors.chain, numbers))
  return new Map(
    chains.map(({ chain, mode }) => {
      const row = rows.find((one) => one.chain === chain)
      // A chain whose mode was changed is begun anew, as soon as its node answers.
      if (!row || row.mode !== mode || row.block < 0) return [chain, 'unread']
      return [chain, now - row.updatedAt > silentAfter || row.head - row.block > mostAhead ? 'behind' : 'current']
    }),
  )
}
