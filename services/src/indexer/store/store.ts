import type { NftTrait } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { Operation, TokenKind, TransferKind } from '../decode/rows.js'

/* What the indexing thread asks of the database, which only the main thread has. Everything that crosses is plain data. */

export type Mode = 'full' | 'watch'
export type BlockHash = { readonly number: number; readonly hash: Hex }
export type Cursor = { readonly mode: Mode; readonly genesis: Hex; readonly block: number; readonly head: number }

/** Rows of tables as JSON texts of some hundred rows each: one parameter of one statement, made in the thread that has the time. */
export type Rows = {
  readonly txs: readonly string[]
  readonly transfers: readonly string[]
  readonly activity: readonly string[]
  readonly holdings: readonly string[]
  readonly tokens: readonly string[]
  /** NFTs to fetch the metadata of. */
  readonly nfts: readonly string[]
  /** What open pages hear. Empty while old blocks are read. */
  readonly changes: readonly string[]
}

/** Blocks that follow the cursor, in whole. */
export type Batch = {
  readonly chain: number
  readonly from: number
  readonly to: number
  /** Hash of the block before `from`. */
  readonly parent: Hex
  readonly head: number
  /** The newest blocks of the batch. */
  readonly hashes: readonly BlockHash[]
  readonly rows: Rows
}

export type PendingTransfer = {
  readonly kind: TransferKind
  readonly token: Hex | null
  readonly from: Hex
  readonly to: Hex
  /** Decimal digits. */
  readonly amount: string
  readonly tokenId: string | null
}

/** A transaction on its way. */
export type Pending = {
  readonly chain: number
  readonly hash: Hex
  readonly sender: Hex
  readonly recipient: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly method: Hex | null
  readonly operations: Readonly<Record<Hex, Operation>>
  readonly transfers: readonly PendingTransfer[]
}

export type WaitingPending = { readonly hash: Hex; readonly sender: Hex; readonly nonce: number; readonly missingSince: number | null }
export type TokenFacts = {
  readonly token: Hex
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
  /** False where the node did not answer: the token is asked again. */
  readonly answered: boolean
}
export type NftId = { readonly token: Hex; readonly tokenId: bigint; readonly kind: Exclude<TokenKind, 'erc20'> }
export type NftFacts = {
  readonly token: Hex
  readonly tokenId: bigint
  /** Whoever was asked has had enough for now: that says nothing about the NFT, which is tried again later. */
  readonly isBusy?: true
  /** Null where it could not be had. */
  readonly metadata: {
    readonly name: string | null
    readonly description: string | null
    readonly image: string | null
    readonly animation: string | null
    readonly traits: readonly NftTrait[]
  } | null
}
export type Watched = { readonly address: Hex; readonly since: number | null; readonly searchedTo: number | null }

export type Store = {
  readonly cursor: (chain: number) => Promise<Cursor | null>
  /** Hashes of the newest blocks, the newest first. */
  readonly hashes: (chain: number) => Promise<readonly BlockHash[]>
  /** The newest transaction at or below a block. */
  readonly txBelow: (chain: number, block: number) => Promise<{ readonly hash: Hex; readonly block: number } | null>
  /** Goes on after this block, with a gap before it that has to be searched: what is kept of it stays. */
  readonly skip: (chain: number, to: BlockHash) => Promise<void>
  /** Forgets everything about a chain, and begins after this block. */
  readonly begin: (chain: number, mode: Mode, genesis: Hex, after: BlockHash | null) => Promise<void>
  /** Notes that everything up to the newest block is there, although there was nothing new. */
  readonly confirm: (chain: number) => Promise<void>
  /** @returns false, with nothing written, when the cursor is not right before the batch: somebody else was there */
  readonly commit: (batch: Batch) => Promise<boolean>
  /** Transactions of blocks that the cursor has passed, as far as those blocks are still what they were. */
  readonly commitFound: (chain: number, found: readonly BlockHash[], rows: Rows) => Promise<void>
  /** Takes back every block above this one. Its transactions wait again. */
  readonly rollback: (chain: number, to: number) => Promise<void>

  readonly addPending: (pending: Pending) => Promise<void>
  /** Those that wait, without those that are in a block meanwhile, by their hashes: the first after this one. */
  readonly waiting: (chain: number, limit: number, after: Hex | null) => Promise<readonly WaitingPending[]>
  readonly setMissing: (chain: number, hashes: readonly Hex[], since: number | null) => Promise<void>
  readonly settle: (chain: number, hash: Hex, status: 'dropped' | 'replaced') => Promise<void>
  /** Forgets some of those that were settled long ago. @returns whether there may be more */
  readonly dropSettled: (chain: number) => Promise<boolean>

  readonly tokensToRead: (chain: number, limit: number) => Promise<readonly { readonly token: Hex; readonly kind: TokenKind }[]>
  readonly saveTokens: (chain: number, facts: readonly TokenFacts[]) => Promise<void>
  readonly nftsToFetch: (chain: number, limit: number) => Promise<readonly NftId[]>
  readonly saveNfts: (chain: number, facts: readonly NftFacts[]) => Promise<void>

  /** @param isNew only those that the indexer has not seen yet */
  readonly watched: (chain: number, isNew: boolean) => Promise<readonly Watched[]>
  /** Notes from which block on an address is followed, and down to which it was searched. */
  readonly setSearched: (chain: number, address: Hex, since: number, searchedTo: number) => Promise<void>
  /** Forgets some of the addresses that nobody asked for in a long time. @returns which, and whether there may be more */
  readonly dropWatched: (chain: number) => Promise<{ readonly addresses: readonly Hex[]; readonly isMore: boolean }>
}
