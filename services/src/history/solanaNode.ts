import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { lamports } from '../chainReads/lamports.js'
import type { SolanaName, SolanaNames } from '../chainReads/solanaNames.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import { BadCursor, type HistoryProvider, type Moved, type Transaction } from './historyProvider.js'
import { operationOf } from './operationOf.js'

/** Transactions of one page: each is a question of its own to the node. */
const pageSize = 25
/** Accounts of the transactions that are kept, all together: five to ten thousand transactions, in some 30 MB. */
const mostKept = 100_000

const signatures = z.array(
  z.object({ signature: z.string(), blockTime: z.number().nullable().optional(), err: z.unknown(), confirmationStatus: z.unknown() }),
)
const tokenBalance = z.object({
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
})
const transaction = z.object({
  blockTime: z.number().nullable().optional(),
  meta: z.object({
    err: z.unknown(),
    fee: lamports,
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    preTokenBalances: z.array(tokenBalance).nullable().optional(),
    postTokenBalances: z.array(tokenBalance).nullable().optional(),
  }),
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
})
type Parsed = z.infer<typeof transaction>

/** How much more an owner has of each mint than before. */
function tokenChanges({ meta }: Parsed, owner: string): ReadonlyMap<string, { readonly change: bigint; readonly decimals: number }> {
  const changes = new Map<string, { readonly change: bigint; readonly decimals: number }>()
  const add = (balances: Parsed['meta']['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner: of, uiTokenAmount } of balances ?? []) {
      if (of !== owner) continue
      const before = changes.get(mint)?.change ?? 0n
      changes.set(mint, { change: before + sign * BigInt(uiTokenAmount.amount), decimals: uiTokenAmount.decimals })
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return changes
}

/** How much more each owner has of a mint than before. */
function ownersChanges({ meta }: Parsed, wanted: string): ReadonlyMap<string, bigint> {
  const changes = new Map<string, bigint>()
  const add = (balances: Parsed['meta']['preTokenBalances'], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances ?? [])
      if (mint === wanted && owner) changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  return changes
}

/** How many lamports more each account has than before; the fee counts as not paid. */
function coinChanges({ meta, transaction: { message } }: Parsed): ReadonlyMap<string, bigint> {
  return new Map(
    message.accountKeys.map(({ pubkey }, index) => {
      const change = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
      return [pubkey, index === 0 ? change + meta.fee : change] as const
    }),
  )
}

const movedBy = (token: string | null, change: bigint, about: Moved['about']): Moved[] =>
  change === 0n ? [] : [{ direction: change > 0n ? 'in' : 'out', token, amount: change < 0n ? -change : change, about }]

/** Who has lost what this one got, or the other way round: the account whose change is the most against this one's. */
function otherSide(changes: ReadonlyMap<string, bigint>, address: string): string {
  const own = changes.get(address) ?? 0n
  const others = [...changes].filter(([account, change]) => account !== address && change !== 0n && change > 0n !== own > 0n)
  const size = ([, change]: readonly [string, bigint]) => (change < 0n ? -change : change)
  return others.sort((a, b) => (size(b) > size(a) ? 1 : -1))[0]?.[0] ?? ''
}

function read(chain: Chain, address: string, hash: string, parsed: Parsed, names: ReadonlyMap<string, SolanaName>): Transaction {
  const coins = coinChanges(parsed)
  const tokens = [...tokenChanges(parsed, address)].flatMap(([mint, { change, decimals }]) => {
    const { name = '', symbol = '' } = names.get(mint) ?? {}
    return movedBy(mint, change, { name, symbol, decimals, isSpam: false })
  })
  const coin = movedBy(null, coins.get(address) ?? 0n, null)
  // Rent of a new token account is no payment: beside a token, the coin is shown only when it went the other way.
  const moved = [...tokens, ...coin.filter(({ direction }) => tokens.length === 0 || tokens.every((one) => one.direction !== direction))]
  const operation = operationOf(moved)
  const payer = parsed.transaction.message.accountKeys[0]?.pubkey ?? ''
  // Beside a token, coins go to accounts that keep it, and not to its owner.
  const other = otherSide(tokens[0]?.token ? ownersChanges(parsed, tokens[0].token) : coins, address)
  const [from, to] = operation === 'receive' ? [other || payer, address] : [payer, operation === 'send' ? other : '']
  const status = parsed.meta.err ? 'failed' : 'confirmed'
  return { chain, hash, operation, status, at: (parsed.blockTime ?? 0) * 1_000, from, to, nonce: 0, moved }
}

/**
 * History from a Solana node: the signatures that name the address, and each transaction's balances before and after. A finalized transaction never
 * changes, so it is asked for once; one that is confirmed alone may still be undone.
 *
 * @param options `room`: accounts of the transactions that are kept
 */
export function solanaNodeHistory(
  ask: AskChain,
  names: SolanaNames,
  { room = mostKept }: { readonly room?: number } = {},
): HistoryProvider {
  const kept = new LRUCache<string, Parsed>({
    maxSize: room,
    sizeCalculation: ({ transaction: { message } }) => Math.max(1, message.accountKeys.length),
  })
  const wanted = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }

  /** One transaction; undefined while the node does not have it. */
  async function transactionOf(chain: Chain, { signature, confirmationStatus }: z.infer<typeof signatures>[number]) {
    const key = `${chain.caipNetworkId}:${signature}`
    const known = kept.get(key)
    if (known) return known
    const answer = await ask(chain.caipNetworkId, 'getTransaction', [signature, wanted])
    if (answer === null) return undefined
    const parsed = transaction.parse(answer)
    if (confirmationStatus === 'finalized') kept.set(key, parsed)
    return parsed
  }

  return {
    name: 'node',
    isTogether: false,
    serves: (chain) => chain.caipNetworkId.startsWith('solana:') && isServed(chain),
    pageOf: async ({ chains, address, cursor }) => {
      const [chain] = chains
      if (!chain) return { transactions: [], next: null }
      if (cursor !== undefined && !/^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(cursor)) throw new BadCursor('Not a cursor.')
      const options = { limit: pageSize, commitment: 'confirmed', ...(cursor ? { before: cursor } : {}) }
      const found = signatures.parse(await ask(chain.caipNetworkId, 'getSignaturesForAddress', [address, options]))
      const answers = await Promise.all(
        found.map(async (one) => {
          const parsed = await transactionOf(chain, one)
          return parsed ? [{ signature: one.signature, parsed }] : []
        }),
      )
      const known = answers.flat()
      const named = await names(
        chain,
        known.flatMap(({ parsed }) => [...tokenChanges(parsed, address).keys()]),
      )
      const transactions = known.map(({ signature, parsed }) => read(chain, address, signature, parsed, named))
      return { transactions, next: found.length === pageSize ? (found.at(-1)?.signature ?? null) : null }
    },
  }
}
