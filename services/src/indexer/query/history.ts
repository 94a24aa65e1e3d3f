import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainNfts, chainPending, chainTokens, chainTransfers, chainTxs } from '../../db/indexerTables.js'
import type { Operation, TransferKind } from '../decode/rows.js'
import type { PendingTransfer } from '../store/store.js'
import { type Places, readCursor, writeCursor } from './cursorText.js'
import { type SpamMark, spamMarks } from './spam.js'

export type HistoryToken = {
  readonly name: string | null
  readonly symbol: string | null
  /** Null for NFTs, and for contracts that say nothing that can be divided by. */
  readonly decimals: number | null
  readonly marks: readonly SpamMark[]
}
export type HistoryNft = { readonly name: string | null; readonly image: string | null; readonly animation: string | null }
export type HistoryTransfer = {
  readonly kind: TransferKind
  readonly direction: 'in' | 'out' | 'self'
  /** Null for the chain's own coin. */
  readonly token: Hex | null
  readonly from: Hex
  readonly to: Hex
  readonly amount: bigint
  readonly tokenId: bigint | null
  /** Null until the contract was asked. */
  readonly about: HistoryToken | null
  /** Null until its metadata was fetched. */
  readonly nft: HistoryNft | null
}
export type HistoryEntry = {
  readonly chain: number
  readonly hash: Hex
  readonly operation: Operation
  readonly status: 'pending' | 'confirmed' | 'failed'
  /** Milliseconds; of a pending one when it was seen. */
  readonly at: number
  /** Null while pending. */
  readonly block: number | null
  readonly from: Hex
  readonly to: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly fee: bigint | null
  readonly method: Hex | null
  readonly transfers: readonly HistoryTransfer[]
}
export type HistoryPage = { readonly entries: readonly HistoryEntry[]; readonly next: string | null }
export type HistoryQuery = {
  readonly address: Hex
  readonly chains: readonly number[]
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** A cursor that this server did not write for this address. */
export class BadCursor extends Error {
  override readonly name = 'BadCursor'
}

const pageSize = 50
const largestPage = 100
/** Transfers of one transaction that are answered: of those that concern the address. */
const mostTransfers = 50
/** Pending transactions of one answer. */
const mostPending = 99

type Place = { readonly chain: number; readonly block: number; readonly position: number }
type Row = Place & { readonly operation: Operation; readonly success: boolean; readonly at: number }

/** The newest of an address on each chain, together. One range of the index for each chain. */
export function activityQuery(address: Hex, chains: readonly number[], after: Places, limit: number): SQL {
  const bytes = sql`decode(${address.slice(2)}, 'hex')`
  const parts = chains.map((chain) => {
    const place = after[chain]
    const below = place ? sql`and (block, position) < (${place[0]}::bigint, ${place[1]}::integer)` : sql``
    return sql`(select chain, block, position, operation, success from chain_activity
      where address = ${bytes} and chain = ${chain} ${below} order by block desc, position desc limit ${limit})`
  })
  return sql`select a.chain, a.block, a.position, a.operation, a.success, t.mined_at as at
    from (${sql.join(parts, sql` union all `)}) as a
    join chain_txs t on t.chain = a.chain and t.block = a.block and t.position = a.position
    order by t.mined_at desc, a.chain, a.block desc, a.position desc limit ${limit}`
}

const isSame = (one: Place, { chain, block, position }: Place) => one.position === position && one.block === block && one.chain === chain
const directionOf = (address: Hex, { from, to }: { readonly from: Hex; readonly to: Hex }) =>
  from === to ? 'self' : from === address ? 'out' : 'in'

type About = {
  readonly token: (chain: number, token: Hex | null) => HistoryToken | null
  readonly nft: (chain: number, token: Hex | null, tokenId: bigint | null) => HistoryNft | null
}

/** What is known of tokens. NFTs that nobody asked for yet are put in the queue, because now somebody wants to see them. */
async function readAbout(
  db: Database,
  wanted: readonly { chain: number; token: Hex | null; tokenId: bigint | null; kind: TransferKind }[],
  now: number,
): Promise<About> {
  const tokens = [...new Map(wanted.flatMap(({ chain, token }) => (token ? [[`${chain}${token}`, { chain, token }]] : []))).values()]
  const nfts = [
    ...new Map(
      wanted.flatMap(({ chain, token, tokenId, kind }) =>
        token && tokenId !== null && (kind === 'erc721' || kind === 'erc1155')
          ? [[`${chain}${token}${tokenId}`, { chain, token, tokenId, kind }]]
          : [],
      ),
    ).values(),
  ]
  const chains = [...new Set(tokens.map(({ chain }) => chain))]
  const ofChain = (chain: number) => tokens.filter((one) => one.chain === chain).map(({ token }) => token)
  const tokenRows = tokens.length
    ? await db
        .select()
        .from(chainTokens)
        .where(or(...chains.map((chain) => and(eq(chainTokens.chain, chain), inArray(chainTokens.token, ofChain(chain))))))
    : []
  const ids = JSON.stringify(nfts.map(({ chain, token, tokenId }) => ({ c: chain, t: token.slice(2), i: tokenId.toString() })))
  const nftRows = nfts.length
    ? await db
        .select(getTableColumns(chainNfts))
        .from(chainNfts)
        .innerJoin(
          sql`json_to_recordset(${ids}::json) as x(c bigint, t text, i numeric)`,
          sql`${chainNfts.chain} = x.c and ${chainNfts.token} = decode(x.t, 'hex') and ${chainNfts.tokenId} = x.i`,
        )
    : []
  const byToken = new Map(tokenRows.map((row) => [`${row.chain}${row.token}`, row]))
  const byNft = new Map(nftRows.map((row) => [`${row.chain}${row.token}${row.tokenId}`, row]))
  const missing = nfts.filter(({ chain, token, tokenId }) => !byNft.has(`${chain}${token}${tokenId}`))
  if (missing.length > 0)
    await db
      .insert(chainNfts)
      .values(missing.map((one) => ({ ...one, state: 'queued' as const, dueAt: now })))
      .onConflictDoNothing()
  return {
    token(chain, token) {
      const row = byToken.get(`${chain}${token}`)
      return row && row.readAt !== null ? { name: row.name, symbol: row.symbol, decimals: row.decimals, marks: spamMarks(row) } : null
    },
    nft(chain, token, tokenId) {
      const row = byNft.get(`${chain}${token}${tokenId}`)
      return row?.state === 'ready' ? { name: row.name, image: row.image, animation: row.animation } : null
    },
  }
}

/** Places as rows to join with: each leads to one range of an index, where a condition with fifty branches would take longer to plan than to run. */
const placesOf = (rows: readonly Place[]) => {
  const json = JSON.stringify(rows.map(({ chain, block, position }) => ({ c: chain, b: block, p: position })))
  return sql`json_to_recordset(${json}::json) as x(c bigint, b bigint, p int)`
}
const isPlace = ({ chain, block, position }: typeof chainTxs) => sql`${chain} = x.c and ${block} = x.b and ${position} = x.p`

/**
 * Keys of the transfers that are shown of these transactions: the first of each that concern the address, however many there are. In what somebody
 * else sent, amounts of nothing in the address's name do not count: that is how look-alike addresses are put into histories.
 */
function shownOf(address: Hex, rows: readonly Place[]): SQL {
  const bytes = sql`decode(${address.slice(2)}, 'hex')`
  return sql`(select f.* from ${placesOf(rows)}
    join chain_txs h on h.chain = x.c and h.block = x.b and h.position = x.p
    cross join lateral (
      select t.chain, t.block, t.position, t.source, t.place, t.item from chain_transfers t
      where t.chain = x.c and t.block = x.b and t.position = x.p
        and (t.sender = ${bytes} or t.recipient = ${bytes}) and (t.amount > 0 or h.sender = ${bytes})
      order by t.source, t.place, t.item limit ${mostTransfers}
    ) f) as shown`
}

async function readMined(db: Database, address: Hex, rows: readonly Row[], now: number): Promise<HistoryEntry[]> {
  if (rows.length === 0) return []
  const { chain, block, position, source, place, item } = chainTransfers
  const [txs, moved] = await Promise.all([
    db.select(getTableColumns(chainTxs)).from(chainTxs).innerJoin(placesOf(rows), isPlace(chainTxs)),
    db
      .select(getTableColumns(chainTransfers))
      .from(chainTransfers)
      .innerJoin(
        shownOf(address, rows),
        sql`${chain} = shown.chain and ${block} = shown.block and ${position} = shown.position
          and ${source} = shown.source and ${place} = shown.place and ${item} = shown.item`,
      )
      .orderBy(chain, block, position, source, place, item),
  ])
  const about = await readAbout(db, moved, now)
  return rows.flatMap((row): HistoryEntry[] => {
    const tx = txs.find((one) => isSame(one, row))
    if (!tx) return []
    const own = moved.filter((one) => isSame(one, row))
    return [
      {
        chain: row.chain,
        hash: tx.hash,
        operation: row.operation,
        status: row.success ? 'confirmed' : 'failed',
        at: tx.minedAt,
        block: tx.block,
        from: tx.sender,
        to: tx.recipient,
        nonce: tx.nonce,
        value: tx.value,
        fee: tx.fee,
        method: tx.method,
        transfers: own.map(({ kind, token, sender: from, recipient: to, amount, tokenId }) => ({
          kind,
          direction: directionOf(address, { from, to }),
          token,
          from,
          to,
          amount,
          tokenId,
          about: about.token(row.chain, token),
          nft: about.nft(row.chain, token, tokenId),
        })),
      },
    ]
  })
}

async function readPending(db: Database, address: Hex, chains: readonly number[], now: number): Promise<HistoryEntry[]> {
  const { addresses, ...columns } = getTableColumns(chainPending)
  const concerns = sql`decode(${address.slice(2)}, 'hex') = any(${addresses})`
  const rows = await db
    .select(columns)
    .from(chainPending)
    .where(and(inArray(chainPending.chain, [...chains]), eq(chainPending.status, 'pending'), concerns))
    .orderBy(desc(chainPending.seenAt), desc(chainPending.nonce))
    .limit(mostPending)
  const read = rows.map((row) => ({
    row,
    transfers: (JSON.parse(row.transfers) as PendingTransfer[])
      .filter(({ from, to }) => from === address || to === address)
      .slice(0, mostTransfers)
      .map((one) => ({ ...one, amount: BigInt(one.amount), tokenId: one.tokenId === null ? null : BigInt(one.tokenId) })),
  }))
  const about = await readAbout(
    db,
    read.flatMap(({ row, transfers }) => transfers.map((one) => ({ ...one, chain: row.chain }))),
    now,
  )
  return read.map(({ row, transfers }) => ({
    chain: row.chain,
    hash: row.hash,
    operation: (JSON.parse(row.operations) as Record<Hex, Operation>)[address] ?? 'execute',
    status: 'pending',
    at: row.seenAt,
    block: null,
    from: row.sender,
    to: row.recipient,
    nonce: row.nonce,
    value: row.value,
    fee: null,
    method: row.method,
    transfers: transfers.map((one) => ({
      ...one,
      direction: directionOf(address, one),
      about: about.token(row.chain, one.token),
      nft: about.nft(row.chain, one.token, one.tokenId),
    })),
  }))
}

/**
 * What an address did and got, the newest first. The first page begins with what is pending, which does not count to its size.
 *
 * @throws BadCursor for a cursor that is not of this server and address
 */
export async function historyOf(db: Database, key: Uint8Array, query: HistoryQuery, now: number = Date.now()): Promise<HistoryPage> {
  const address = query.address.toLowerCase() as Hex
  const chains = [...new Set(query.chains)]
  const limit = Math.max(1, Math.min(largestPage, query.limit ?? pageSize))
  const after = query.cursor === undefined ? {} : readCursor(key, address, query.cursor)
  if (!after) throw new BadCursor('The cursor is not one of ours.')
  if (chains.length === 0) return { entries: [], next: null }
  const answer = (await db.execute(activityQuery(address, chains, after, limit + 1))) as unknown as { rows: Record<keyof Row, unknown>[] }
  const rows = answer.rows.map(({ chain, block, position, operation, success, at }) => ({
    chain: Number(chain),
    block: Number(block),
    position: Number(position),
    operation: operation as Operation,
    success: success === true,
    at: Number(at),
  }))
  const page = rows.slice(0, limit)
  const [mined, pending] = await Promise.all([
    readMined(db, address, page, now),
    query.cursor === undefined ? readPending(db, address, chains, now) : [],
  ])
  const places: Places = { ...after, ...Object.fromEntries(page.map(({ chain, block, position }) => [chain, [block, position] as const])) }
  return { entries: [...pending, ...mined], next: rows.length > limit ? writeCursor(key, address, places) : null }
}
