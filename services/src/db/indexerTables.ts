import type { NftTrait } from '@latchkey/protocol'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Hex } from 'viem'

/** Hashes and addresses: bytes in the database (half of what their text takes), lower-case hexadecimal in the program. */
const bytes = customType<{ data: Hex; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.slice(2), 'hex'),
  fromDriver: (value) => `0x${Buffer.from(value).toString('hex')}`,
})
/** The number of an EVM chain. */
const chain = () => bigint('chain', { mode: 'number' }).notNull()
const block = () => bigint('block', { mode: 'number' }).notNull()
/** Milliseconds since the epoch. */
const time = (name: string) => bigint(name, { mode: 'number' })
/** A uint256, without loss. */
const uint256 = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })

/** How far each chain is indexed. Whoever writes rows moves the cursor in the same transaction, from where it was. */
export const chainCursors = pgTable('chain_cursors', {
  chain: bigint('chain', { mode: 'number' }).primaryKey(),
  mode: text('mode', { enum: ['full', 'watch'] }).notNull(),
  /** Hash of block 0: a local chain that was started again is another chain of the same number. */
  genesis: bytes('genesis').notNull(),
  /** The last block whose rows are committed; -1 before the first. */
  block: block(),
  /** Height of the chain when the cursor moved. */
  head: bigint('head', { mode: 'number' }).notNull(),
  /** When everything up to the newest block was there, or the cursor moved: milliseconds. */
  updatedAt: time('updated_at').notNull(),
})

/** Hashes of the newest blocks, by which a reorganisation is recognised. */
export const chainBlocks = pgTable('chain_blocks', { chain: chain(), block: block(), hash: bytes('hash').notNull() }, (table) => [
  primaryKey({ columns: [table.chain, table.block] }),
])

/** Transactions: all of them, or those of watched addresses. */
export const chainTxs = pgTable(
  'chain_txs',
  {
    chain: chain(),
    block: block(),
    position: integer('position').notNull(),
    hash: bytes('hash').notNull(),
    sender: bytes('sender').notNull(),
    /** Null where a contract was created. */
    recipient: bytes('recipient'),
    created: bytes('created'),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    value: uint256('value').notNull(),
    fee: uint256('fee').notNull(),
    success: boolean('success').notNull(),
    /** The first four bytes of the input. */
    method: bytes('method'),
    minedAt: time('mined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.block, table.position] }),
    uniqueIndex('chain_txs_hash').on(table.chain, table.hash),
  ],
)

/** What moved: coins, tokens, NFTs. Approvals stand here too: they name the same things, and are read together. */
export const chainTransfers = pgTable(
  'chain_transfers',
  {
    chain: chain(),
    block: block(),
    position: integer('position').notNull(),
    /** Where in the transaction: its own value, a call within it, or a log. */
    source: smallint('source').notNull(),
    /** Index of the log in its block, or the number of the call. */
    place: integer('place').notNull(),
    /** Within a batch of ERC-1155. */
    item: smallint('item').notNull(),
    kind: text('kind', { enum: ['native', 'erc20', 'erc721', 'erc1155', 'approval', 'approvalForAll'] }).notNull(),
    /** Null for the chain's own coin. */
    token: bytes('token'),
    sender: bytes('sender').notNull(),
    recipient: bytes('recipient').notNull(),
    amount: uint256('amount').notNull(),
    tokenId: uint256('token_id'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.block, table.position, table.source, table.place, table.item] })],
)

/** Which transactions are an address's own, and what they are to it. One row an address and transaction, so history is one index range. */
export const chainActivity = pgTable(
  'chain_activity',
  {
    address: bytes('address').notNull(),
    chain: chain(),
    block: block(),
    position: integer('position').notNull(),
    operation: text('operation').notNull(),
    success: boolean('success').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.chain, table.block, table.position] }),
    // For taking blocks back. All rows of a block have the same key, which the index keeps once.
    index('chain_activity_block').on(table.chain, table.block),
  ],
)

/** Tokens that an address has ever received or sent; of NFTs each one. */
export const chainHoldings = pgTable(
  'chain_holdings',
  {
    address: bytes('address').notNull(),
    chain: chain(),
    token: bytes('token').notNull(),
    /** 0 for ERC-20. */
    tokenId: uint256('token_id').notNull(),
    kind: text('kind', { enum: ['erc20', 'erc721', 'erc1155'] }).notNull(),
    firstBlock: bigint('first_block', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.chain, table.token, table.tokenId] }),
    index('chain_holdings_block').on(table.chain, table.firstBlock),
  ],
)

/** What contracts say of themselves. */
export const chainTokens = pgTable(
  'chain_tokens',
  {
    chain: chain(),
    token: bytes('token').notNull(),
    kind: text('kind', { enum: ['erc20', 'erc721', 'erc1155'] }).notNull(),
    name: text('name'),
    symbol: text('symbol'),
    decimals: smallint('decimals'),
    /** Given to many who had not asked for it. */
    airdropped: boolean('airdropped').notNull().default(false),
    /** Null until the contract was asked. */
    readAt: time('read_at'),
    attempts: smallint('attempts').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chain, table.token] }), index('chain_tokens_read').on(table.chain, table.readAt)],
)

/** Metadata of NFTs, fetched once somebody wants to see them. */
export const chainNfts = pgTable(
  'chain_nfts',
  {
    chain: chain(),
    token: bytes('token').notNull(),
    tokenId: uint256('token_id').notNull(),
    kind: text('kind', { enum: ['erc721', 'erc1155'] }).notNull(),
    name: text('name'),
    description: text('description'),
    image: text('image'),
    animation: text('animation'),
    traits: jsonb('traits').$type<readonly NftTrait[]>(),
    state: text('state', { enum: ['queued', 'ready', 'failed'] }).notNull(),
    attempts: smallint('attempts').notNull().default(0),
    /** When it may be tried (again). */
    dueAt: time('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.token, table.tokenId] }),
    index('chain_nfts_due').on(table.chain, table.state, table.dueAt),
  ],
)

/** Transactions that passed the gateway, or that a reorganisation took back, and are not in a block. */
export const chainPending = pgTable(
  'chain_pending',
  {
    chain: chain(),
    hash: bytes('hash').notNull(),
    sender: bytes('sender').notNull(),
    recipient: bytes('recipient'),
    nonce: bigint('nonce', { mode: 'number' }).notNull(),
    value: uint256('value').notNull(),
    method: bytes('method'),
    /** What it will do to each address, as far as its input says. */
    operations: text('operations').notNull(),
    /** What it will move, as far as its input says: JSON. */
    transfers: text('transfers').notNull(),
    addresses: bytes('addresses').array().notNull(),
    status: text('status', { enum: ['pending', 'replaced', 'dropped'] }).notNull(),
    /** The block that settled it, so that taking the block back makes it wait again. */
    settledIn: bigint('settled_in', { mode: 'number' }),
    seenAt: time('seen_at').notNull(),
    /** Since when the node does not know it. */
    missingSince: time('missing_since'),
  },
  (table) => [primaryKey({ columns: [table.chain, table.hash] }), index('chain_pending_sender').on(table.chain, table.sender, table.nonce)],
)

/** What happened to addresses, for the processes whose pages listen. Kept for minutes. */
export const chainChanges = pgTable(
  'chain_changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    address: bytes('address').notNull(),
    chain: chain(),
    hash: bytes('hash').notNull(),
    status: text('status', { enum: ['pending', 'confirmed', 'failed', 'dropped', 'replaced'] }).notNull(),
    at: time('at').notNull(),
  },
  (table) => [index('chain_changes_at').on(table.at)],
)

/** Addresses that asked, on chains where only those are indexed. */
export const chainWatched = pgTable(
  'chain_watched',
  {
    chain: chain(),
    address: bytes('address').notNull(),
    /** The first block that new blocks bring by themselves; what is before it has to be searched. Null until the indexer has seen the address. */
    since: bigint('since', { mode: 'number' }),
    /** Down to this block what is before `since` was searched. */
    searchedTo: bigint('searched_to', { mode: 'number' }),
    /** When somebody asked for it the last time, to the day. */
    askedAt: time('asked_at').notNull().default(sql`(extract(epoch from now()) * 1000)::bigint`),
  },
  (table) => [primaryKey({ columns: [table.chain, table.address] }), index('chain_watched_asked').on(table.chain, table.askedAt)],
)
