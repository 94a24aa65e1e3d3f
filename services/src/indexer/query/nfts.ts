import type { NftTrait } from '@latchkey/protocol'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainHoldings, chainNfts, chainTokens } from '../../db/indexerTables.js'
import { type SpamMark, spamMarks } from './spam.js'

/** An NFT that an address has received or sent at some time. Whether it still has it, the chain says. */
export type SeenNft = {
  readonly token: Hex
  readonly kind: 'erc721' | 'erc1155'
  readonly tokenId: bigint
  /** Of the collection, by its contract. */
  readonly collection: string | null
  /** From its metadata; null when it says none, or was not read. */
  readonly name: string | null
  readonly image: string | null
  readonly traits: readonly NftTrait[]
  /** Its metadata waits to be read. */
  readonly isQueued: boolean
  readonly marks: readonly SpamMark[]
}

/** NFTs of one answer, the newest of the address: nobody looks at more of them on a page. */
const most = 500

/** The NFTs that an address has ever had to do with on a chain. Those that nobody asked for yet are put in the queue, because now somebody wants to see them. */
export async function nftsOf(
  db: Database,
  { address, chain }: { readonly address: Hex; readonly chain: number },
  now: number = Date.now(),
): Promise<SeenNft[]> {
  const { token, tokenId, kind, firstBlock } = chainHoldings
  const rows = await db
    .select({ held: chainHoldings, facts: chainTokens, nft: chainNfts })
    .from(chainHoldings)
    .leftJoin(chainTokens, and(eq(chainTokens.chain, chainHoldings.chain), eq(chainTokens.token, token)))
    .leftJoin(chainNfts, and(eq(chainNfts.chain, chainHoldings.chain), eq(chainNfts.token, token), eq(chainNfts.tokenId, tokenId)))
    .where(
      and(eq(chainHoldings.address, address.toLowerCase() as Hex), eq(chainHoldings.chain, chain), inArray(kind, ['erc721', 'erc1155'])),
    )
    .orderBy(desc(firstBlock), token, tokenId)
    .limit(most)
  const nfts = rows.flatMap(({ held, facts, nft }) => (held.kind === 'erc20' ? [] : [{ ...held, kind: held.kind, facts, nft }]))
  const unknown = nfts.filter(({ nft }) => !nft)
  if (unknown.length > 0)
    await db
      .insert(chainNfts)
      .values(
        unknown.map((one) => ({ chain, token: one.token, tokenId: one.tokenId, kind: one.kind, state: 'queued' as const, dueAt: now })),
      )
      .onConflictDoNothing()
  return nfts.map(({ facts, nft, ...held }) => ({
    token: held.token,
    kind: held.kind,
    tokenId: held.tokenId,
    collection: facts?.name ?? facts?.symbol ?? null,
    name: nft?.name ?? null,
    image: nft?.image ?? null,
    traits: nft?.traits ?? [],
    // What was tried and did not answer, or whose server was busy, is tried again much later.
    isQueued: !nft || (nft.state === 'queued' && nft.attempts === 0 && nft.dueAt <= now),
    marks: facts ? spamMarks(facts) : [],
  }))
}
