import { and, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainHoldings } from '../../db/indexerTables.js'

/** Tokens of one answer: whoever sends somebody a million different ones does not stop their portfolio. The first ones stay. */
const most = 5_000
/** Hexadecimal digits of an address. */
const digits = 40

/**
 * The contracts (ERC-20) whose tokens an address has received or sent at some time, lower case, the first ones first. Whether it still has some, the
 * chain says.
 *
 * They come as one text: reading hundreds of rows takes longer than asking the chain for the balances.
 */
export async function erc20sOf(db: Database, query: { readonly address: Hex; readonly chain: number }): Promise<readonly Hex[]> {
  const address = query.address.toLowerCase() as Hex
  const held = db
    .select({ token: chainHoldings.token, firstBlock: chainHoldings.firstBlock })
    .from(chainHoldings)
    .where(and(eq(chainHoldings.address, address), eq(chainHoldings.chain, query.chain), eq(chainHoldings.kind, 'erc20')))
    .orderBy(chainHoldings.firstBlock, chainHoldings.token)
    .limit(most)
    .as('held')
  const [row] = await db
    .select({ tokens: sql<string | null>`string_agg(encode(${held.token}, 'hex'), '' order by ${held.firstBlock}, ${held.token})` })
    .from(held)
  const text = row?.tokens ?? ''
  return Array.from({ length: text.length / digits }, (_, index): Hex => `0x${text.slice(index * digits, (index + 1) * digits)}`)
}
