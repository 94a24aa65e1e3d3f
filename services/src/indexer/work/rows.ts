import type { Hex } from 'viem'
import type { Transaction, Transfer } from '../decode/rows.js'
import type { Rows } from '../store/store.js'

type Options = {
  /** Whether open pages hear of it. */
  readonly isLive: (transaction: Transaction) => boolean
  /** Left out: everybody's. Else only what concerns these addresses. */
  readonly only?: ReadonlySet<Hex>
  /** Rows of one statement. */
  readonly size: number
}

const digits = (hex: Hex | null) => hex?.slice(2) ?? null
const isToken = ({ kind }: Transfer) => kind === 'erc20' || kind === 'erc721' || kind === 'erc1155'

/** JSON texts of so many rows each. */
function texts(rows: readonly unknown[], size: number): string[] {
  const found: string[] = []
  for (let from = 0; from < rows.length; from += size) found.push(JSON.stringify(rows.slice(from, from + size)))
  return found
}

/** What concerns these addresses: null for a transaction that does not. */
function restrict(transaction: Transaction, only: ReadonlySet<Hex>): Transaction | null {
  const activity = transaction.activity.filter(({ address }) => only.has(address))
  if (activity.length === 0) return null
  return { ...transaction, activity, transfers: transaction.transfers.filter(({ from, to }) => only.has(from) || only.has(to)) }
}

/** Tokens that addresses had to do with, each once, with the first block. Amounts of nothing do not count: anybody can name anybody with those. */
function holdingsOf(transactions: readonly Transaction[], only: ReadonlySet<Hex> | undefined) {
  const holdings = new Map<string, { a: string; c: string; d: string; k: string; b: number }>()
  for (const { block, transfers, activity } of transactions) {
    const active = new Set(activity.map(({ address }) => address))
    for (const transfer of transfers) {
      const { token, from, to, tokenId, kind, amount } = transfer
      if (!token || !isToken(transfer) || amount === 0n) continue
      for (const address of [from, to]) {
        if (!active.has(address) || (only && !only.has(address))) continue
        // A hostile contract can be two kinds of token at once; the row is one.
        const key = `${address}${token}${tokenId ?? 0n}`
        const held = holdings.get(key)
        if (!held || held.b > block) {
          const row = { a: address.slice(2), c: token.slice(2), d: String(tokenId ?? 0n), k: kind, b: block }
          holdings.set(key, row)
        }
      }
    }
  }
  return [...holdings.values()]
}

function tokensOf(transactions: readonly Transaction[]) {
  const tokens = new Map<Hex, { c: string; k: string; g: boolean }>()
  for (const { transfers, airdrops } of transactions)
    for (const transfer of transfers) {
      const { token, kind } = transfer
      if (!token || !isToken(transfer)) continue
      const given = airdrops.includes(token) || tokens.get(token)?.g === true
      tokens.set(token, { c: token.slice(2), k: tokens.get(token)?.k ?? kind, g: given })
    }
  return [...tokens.values()]
}

const nftsOf = (transactions: readonly Transaction[]) => {
  const nfts = new Map<string, { c: string; d: string; k: string }>()
  for (const { transfers } of transactions)
    for (const { token, tokenId, kind } of transfers)
      if (token && tokenId !== null && (kind === 'erc721' || kind === 'erc1155'))
        nfts.set(`${token}${tokenId}`, { c: token.slice(2), d: String(tokenId), k: kind })
  return [...nfts.values()]
}

/** The rows of transactions, ready to be written. */
export function toRows(all: readonly Transaction[], { isLive, only, size }: Options): Rows {
  const transactions = only ? all.flatMap((transaction) => restrict(transaction, only) ?? []) : all
  const live = transactions.filter(isLive)
  const txs = transactions.map((one) => ({
    b: one.block,
    p: one.position,
    h: digits(one.hash),
    s: digits(one.from),
    r: digits(one.to),
    c: digits(one.created),
    n: one.nonce,
    v: String(one.value),
    f: String(one.fee),
    o: one.success,
    m: digits(one.method),
    t: one.minedAt,
  }))
  const transfers = transactions.flatMap(({ block, position, transfers: moved }) =>
    moved.map(({ source, place, item, kind, token, from, to, amount, tokenId }) => ({
      b: block,
      p: position,
      q: source,
      l: place,
      i: item,
      k: kind,
      c: digits(token),
      s: digits(from),
      r: digits(to),
      v: String(amount),
      d: tokenId === null ? null : String(tokenId),
    })),
  )
  const activity = transactions.flatMap(({ block, position, activity: own }) =>
    own.map(({ address, operation, success }) => ({ a: digits(address), b: block, p: position, k: operation, o: success })),
  )
  const changes = live.flatMap(({ hash, activity: own }) =>
    own.map(({ address, success }) => ({ a: digits(address), h: digits(hash), s: success ? 'confirmed' : 'failed' })),
  )
  return {
    txs: texts(txs, size),
    transfers: texts(transfers, size),
    activity: texts(activity, size),
    holdings: texts(holdingsOf(transactions, only), size),
    tokens: texts(tokensOf(transactions), size),
    nfts: texts(nftsOf(live), size),
    changes: texts(changes, size),
  }
}
