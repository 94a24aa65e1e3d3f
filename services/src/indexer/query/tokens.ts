import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainHoldings, chainTokens } from '../../db/indexerTables.js'
import type { TokenKind } from '../decode/rows.js'
import { type SpamMark, spamMarks } from './spam.js'

/** A token, or one NFT, that an address has received or sent at some time. Whether it still has it, the chain says. */
export type HeldToken = {
  readonly token: Hex
  readonly kind: TokenKind
  /** Null for ERC-20. */
  readonly tokenId: bigint | null
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  readonly marks: readonly SpamMark[]
}

/** Tokens of one answer: whoever sends somebody a million different ones does not stop their portfolio. The first ones stay. */
const most = 5_000

/** The tokens that an address has ever had to do with on a chain. */
export async function tokensOf(db: Database, query: { readonly address: Hex; readonly chain: number }): Promise<HeldToken[]> {
  const address = query.address.toLowerCase() as Hex
  const rows = await db
    .select({ held: chainHoldings, facts: chainTokens })
    .from(chainHoldings)
    .leftJoin(chainTokens, and(eq(chainTokens.chain, chainHoldings.chain), eq(chainTokens.token, chainHoldings.token)))
    .where(and(eq(chainHoldings.address, address), eq(chainHoldings.chain, query.chain)))
    .orderBy(chainHoldings.firstBlock, chainHoldings.token, chainHoldings.tokenId)
    .limit(most)
  return rows.map(({ held, facts }) => ({
    token: held.token,
    kind: held.kind,
    tokenId: held.kind === 'erc20' ? null : held.tokenId,
    name: facts?.name ?? null,
    symbol: facts?.symbol ?? null,
    decimals: facts?.decimals ?? null,
    marks: facts ? spamMarks(facts) : [],
  }))
}
