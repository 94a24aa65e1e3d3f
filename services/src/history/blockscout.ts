import { z } from 'zod'
import { shownText, statedDecimals } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { fetchJson } from '../http/fetchJson.js'
import { BadCursor, type HistoryProvider, type Moved, type Transaction } from './historyProvider.js'
import { operationOf } from './operationOf.js'

/** Further pages of a list that are read when a single block fills the first one. */
const mostFurther = 4

const amount = z.string().regex(/^\d{1,78}$/)
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const party = z.object({ hash: z.string().regex(/^0x[0-9a-fA-F]{40}$/) })
/** `name` is that of the contract's verified source. */
const called = party.extend({
  name: z.string().nullish().catch(null),
  is_contract: z.boolean().nullish().catch(null),
  is_scam: z.boolean().nullish().catch(null),
})
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)))
/** Parameters of the next page, as the service wants them back. */
const nextParameters = z.record(z.string().regex(/^[a-z_]{1,40}$/), z.union([z.string().max(200), z.number(), z.boolean(), z.null()]))
const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next_page_params: nextParameters.nullable() })

const transactions = pageOf(
  z.object({
    hash,
    /** Null while it waits. */
    block_number: z.int().min(0).nullable(),
    timestamp: time.nullable(),
    from: party,
    to: called.nullable(),
    value: amount,
    nonce: z.int().min(0),
    status: z.enum(['ok', 'error']).nullable(),
    method: z.string().nullable().optional(),
    created_contract: party.nullable().optional(),
  }),
)
const tokenTransfers = pageOf(
  z.object({
    transaction_hash: hash,
    block_number: z.int().min(0),
    timestamp: time,
    from: party,
    to: party,
    token: z
      .object({
        address_hash: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
        name: z.string().nullable(),
        symbol: z.string().nullable(),
        decimals: z.unknown().optional().transform(statedDecimals),
        type: z.string().nullable(),
        reputation: z.string().nullable().optional(),
      })
      .nullable(),
    total: z
      .object({
        value: amount.nullable().optional(),
        token_id: amount.nullable().optional(),
        /** What the maker of an NFT wrote, who may write anything: it breaks no history. */
        token_instance: z
          .object({
            image_url: z.string().nullish().catch(null),
            metadata: z
              .object({ name: z.string().nullish().catch(null) })
              .nullish()
              .catch(null),
          })
          .nullish()
          .catch(null),
      })
      .nullable(),
  }),
)
type Row = z.infer<typeof transactions>['items'][number]
type Transfer = z.infer<typeof tokenTransfers>['items'][number]
/** What was read of a list, the newest first. `more` reads on; null at its end. */
type List<Item> = { readonly items: readonly Item[]; readonly more: (() => Promise<List<Item>>) | null }

const nobody = '0x0000000000000000000000000000000000000000'
const lower = ({ hash: address }: z.infer<typeof party>) => address.toLowerCase()
const numberOf = ({ block_number: block }: Pick<Row, 'block_number'>) => block ?? Number.POSITIVE_INFINITY
const oldest = (list: List<Pick<Row, 'block_number'>>) => Math.min(...list.items.map(numberOf))

function directionOf(from: string, to: string | undefined, address: string): Moved['direction'] | null {
  if (from === address) return to === address ? 'self' : 'out'
  return to === address ? 'in' : null
}

function movedBy({ from, to, token, total }: Transfer, address: string): Moved[] {
  const direction = directionOf(lower(from), lower(to), address)
  if (!direction || !token || !total) return []
  const { name, symbol, decimals, reputation } = token
  const isSpam = typeof reputation === 'string' && reputation !== 'ok'
  const about = { name: shownText(name ?? ''), symbol: shownText(symbol ?? ''), decimals, isSpam }
  const common = { direction, token: token.address_hash.toLowerCase(), about }
  const { value, token_id: id, token_instance: instance } = total
  if (typeof id === 'string') {
    const own = instance?.metadata?.name
    const nft = { id: BigInt(id), name: own ? shownText(own) : null, image: instance?.image_url ?? null }
    return [{ ...common, amount: BigInt(value ?? '1'), nft }]
  }
  return typeof value === 'string' ? [{ ...common, amount: BigInt(value) }] : []
}

function coinOf(row: Row | undefined, address: string): Moved[] {
  if (!row || row.status === 'error' || BigInt(row.value) === 0n) return []
  const direction = directionOf(lower(row.from), row.to ? lower(row.to) : undefined, address)
  return direction ? [{ direction, token: null, amount: BigInt(row.value), about: null }] : []
}

function operationIn(row: Row | undefined, transfers: readonly Transfer[], moved: readonly Moved[]): Transaction['operation'] {
  if (row?.created_contract) return 'deploy'
  if (moved.length === 0 && /^(?:approve|setApprovalForAll)$/.test(row?.method ?? '')) return 'approve'
  const operation = operationOf(moved)
  if (operation === 'receive' && transfers.length > 0 && transfers.every(({ from }) => lower(from) === nobody)) return 'mint'
  return operation === 'send' && transfers.length > 0 && transfers.every(({ to }) => lower(to) === nobody) ? 'burn' : operation
}

/**
 * What the contract is called that the address itself called. Anybody may give a contract any name, and have it move something to others: what they
 * called must not speak to them.
 */
function applicationOf(row: Row | undefined, address: string): string {
  if (!row?.to?.name || !row.to.is_contract || row.to.is_scam || lower(row.from) !== address) return ''
  return shownText(row.to.name)
}

function read(chain: Chain, address: string, row: Row | undefined, transfers: readonly Transfer[]): Transaction | undefined {
  const [first] = transfers
  const place = row ?? first
  if (!place) return undefined
  const told = [...coinOf(row, address), ...transfers.flatMap((one) => movedBy(one, address))]
  // Anybody can move nothing in the address's name: that is how look-alike addresses are put into histories.
  const moved = row && lower(row.from) === address ? told : told.filter(({ amount }) => amount > 0n)
  if (!row && told.length > 0 && moved.length === 0) return undefined
  const application = applicationOf(row, address)
  const to = row ? (row.to ?? row.created_contract) : first?.to
  return {
    chain,
    hash: row?.hash ?? first?.transaction_hash ?? '',
    operation: operationIn(row, transfers, moved),
    status: row?.block_number === null ? 'pending' : row?.status === 'error' ? 'failed' : 'confirmed',
    at: place.timestamp === null ? Date.now() : Date.parse(place.timestamp),
    from: lower(place.from),
    to: to ? lower(to) : '',
    nonce: row?.nonce ?? 0,
    ...(application ? { application } : {}),
    moved,
  }
}

/**
 * The number of the block below which the next page begins: everything above it is in both lists whole, so that no transaction is told without a
 * part of what it moved. Null when nothing is left.
 */
async function whole(rows: List<Row>, transfers: List<Transfer>, further = 0): Promise<[List<Row>, List<Transfer>, below: number | null]> {
  const last = Math.max(rows.more ? oldest(rows) : -1, transfers.more ? oldest(transfers) : -1)
  if (last < 0) return [rows, transfers, null]
  if ([...rows.items, ...transfers.items].some((one) => numberOf(one) > last)) return [rows, transfers, last + 1]
  // One block fills a page. Somebody whom one block moves things that many times is told them in part rather than never.
  if (further === mostFurther) return [rows, transfers, last]
  const on = async <Item extends Pick<Row, 'block_number'>>(list: List<Item>): Promise<List<Item>> =>
    list.more && oldest(list) === last ? list.more() : list
  const [moreRows, moreTransfers] = await Promise.all([on(rows), on(transfers)])
  return whole(moreRows, moreTransfers, further + 1)
}

/**
 * History of a Blockscout instance (REST API v2: `/addresses/{hash}/transactions` and `/addresses/{hash}/token-transfers`, put together by
 * transaction). It does not tell coins that contracts send. The cursor is the number of a block: both lists take one as their place.
 */
export const blockscoutHistory: HistoryProvider = {
  name: 'blockscout',
  isTogether: false,
  serves: (chain) => chain.blockscout !== undefined,
  pageOf: async ({ chains, address, cursor, signal }) => {
    const [chain] = chains
    if (!chain) return { transactions: [], next: null }
    if (cursor !== undefined && !/^[1-9]\d{0,14}$/.test(cursor)) throw new BadCursor('Not a cursor.')
    const { url = '', key } = chain.blockscout ?? {}
    const listOf = async <Item>(
      name: string,
      schema: z.ZodType<{ items: Item[]; next_page_params: z.infer<typeof nextParameters> | null }>,
      place: z.infer<typeof nextParameters>,
      before: readonly Item[] = [],
    ): Promise<List<Item>> => {
      const at = new URL(`${url.replace(/\/$/, '')}/api/v2/addresses/${address}/${name}`)
      // Older versions give the caller's own key back among the parameters.
      for (const [parameter, value] of Object.entries(place))
        if (value !== null && !/key/.test(parameter)) at.searchParams.set(parameter, String(value))
      if (key) at.searchParams.set('apikey', key)
      const { items, next_page_params: next } = schema.parse(await fetchJson('Blockscout', at, { signal }))
      const all = [...before, ...items]
      return { items: all, more: next && items.length > 0 ? () => listOf(name, schema, next, all) : null }
    }
    const place = cursor === undefined ? {} : { block_number: cursor, index: '0' }
    const lists = await Promise.all([listOf('transactions', transactions, place), listOf('token-transfers', tokenTransfers, place)])
    const [rows, transfers, below] = await whole(...lists)
    const isWhole = (one: Pick<Row, 'block_number'>) =>
      numberOf(one) >= (below ?? 0) && !(cursor !== undefined && one.block_number === null)
    const byHash = new Map<string, { row?: Row; readonly transfers: Transfer[] }>()
    for (const row of rows.items.filter(isWhole)) byHash.set(row.hash.toLowerCase(), { row, transfers: [] })
    for (const transfer of transfers.items.filter(isWhole)) {
      const found = byHash.get(transfer.transaction_hash.toLowerCase()) ?? { transfers: [] }
      found.transfers.push(transfer)
      byHash.set(transfer.transaction_hash.toLowerCase(), found)
    }
    const block = ({ row, transfers: [first] }: { readonly row?: Row; readonly transfers: readonly Transfer[] }) =>
      numberOf(row ?? first ?? { block_number: 0 })
    const told = [...byHash.values()].sort((a, b) => (block(a) === block(b) ? 0 : block(b) - block(a)))
    return { transactions: told.flatMap((one) => read(chain, address, one.row, one.transfers) ?? []), next: below ? String(below) : null }
  },
}
