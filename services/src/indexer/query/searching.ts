import { and, eq, inArray } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainWatched } from '../../db/indexerTables.js'

/**
 * Which chains are not yet searched for what an address did before it was first shown, whichever process searches.
 *
 * @param chains of those on which only shown addresses are followed
 * @returns those whose search has not come to the first block, or has not begun
 */
export async function searchingOf(db: Database, address: Hex, chains: readonly number[]): Promise<readonly number[]> {
  if (chains.length === 0) return []
  const own = and(eq(chainWatched.address, address.toLowerCase() as Hex), inArray(chainWatched.chain, [...chains]))
  const rows = await db.select().from(chainWatched).where(own)
  return chains.filter((chain) => rows.find((row) => row.chain === chain)?.searchedTo !== 0)
}
