import {
  type AccountChange,
  type Balances,
  type HistoryPage,
  type HistoryTransaction,
  type Identity,
  type Nft,
  type Nfts,
  operationTypes,
  type TokenBalance,
  type ToldChains,
  type TransactionState,
} from '../money.js'
import { decoration, listOf, type Schema, schema, text, z } from './schema.js'

/** Tokens of one answer; nobody looks at more of them. */
const mostTokens = 2_000
/** Chains of one answer. */
const mostChains = 200

const chainId = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
/** Money of a currency: it has been rounded on the way here, so that a number is good enough. */
const money = z.number().check(z.gte(0), z.lt(1e15))

/** An amount of more digits than the token has, below zero, or above what 256 bits can count was never on a chain. */
const quantity = z
  .object({
    decimals: z.string().check(z.regex(/^\d{1,3}$/)),
    numeric: z.string().check(z.regex(/^\d{1,78}(\.\d{1,255})?$/)),
  })
  .check(z.refine(({ decimals, numeric }) => Number(decimals) <= 255 && (numeric.split('.')[1]?.length ?? 0) <= Number(decimals)))

const balance = z.object({
  name: text(200),
  symbol: text(100),
  chainId,
  address: z.optional(z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))),
  value: decoration(money),
  price: z.catch(money, 0),
  // No price falls by more than all of it.
  change24h: decoration(z.number().check(z.gte(-100), z.lt(1e9))),
  quantity,
  iconUrl: z.catch(text(8_192), ''),
  listed: z.optional(z.boolean()),
}) as unknown as z.ZodMiniType<TokenBalance>

const chainIds = decoration(listOf(chainId, mostChains))

/**
 * The answer of `GET /v1/account/{address}/balance`. What of it cannot be true is left out: half a list is better than a wrong amount.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const balancesAnswer: Schema<Balances> = schema(
  z.object({ balances: listOf(balance, mostTokens), stale: chainIds, unavailable: chainIds, unserved: chainIds }),
)

/**
 * The answer of `GET /v1/identity/{address}`.
 *
 * @throws RpcError -32602 for anything else
 */
export const identityAnswer: Schema<Identity> = schema(
  z.object({ name: z.nullable(text(255)), avatar: z.nullable(text(8_192)), resolvedAt: text(64) }),
)

/** Transactions of one page, and transfers of one transaction. */
const mostTransactions = 300
const mostTransfers = 100
const mostNfts = 2_000
/** Of one NFT. */
const mostTraits = 24

const tokenAddress = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
const account = text(128)
/** Null when it is not known, or cannot be. */
const known = z.catch(z.nullable(money), null)

const transfer = z.object({
  fungible_info: z.nullable(
    z.object({ name: text(200), symbol: text(100), icon: z.catch(z.nullable(z.object({ url: text(8_192) })), null) }),
  ),
  nft_info: z.nullable(
    z.object({
      name: text(300),
      content: z.catch(z.nullable(z.object({ preview: z.object({ url: text(100_000), content_type: z.nullable(text(100)) }) })), null),
      flags: z.object({ is_spam: z.boolean() }),
    }),
  ),
  direction: z.enum(['in', 'out', 'self']),
  quantity: z.object({ numeric: z.nullable(z.string().check(z.regex(/^\d{1,78}(\.\d{1,255})?$/))) }),
  value: known,
  price: known,
  address: z.optional(tokenAddress),
  listed: z.optional(z.boolean()),
  counterparty: decoration(account),
})

const transaction = z.object({
  id: text(300).check(z.minLength(1)),
  metadata: z.object({
    operationType: z.catch(z.enum(operationTypes), 'execute'),
    hash: text(128),
    minedAt: text(64).check(z.refine((at) => !Number.isNaN(Date.parse(at)))),
    sentFrom: account,
    sentTo: account,
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.number(),
    application: z.catch(z.nullable(z.object({ name: z.nullable(text(100)), iconUrl: z.nullable(text(8_192)) })), null),
    chain: chainId,
  }),
  transfers: listOf(transfer, mostTransfers),
}) as unknown as z.ZodMiniType<HistoryTransaction>

/**
 * The answer of `GET /v1/account/{address}/history`. A transfer that cannot be true is left out, and a transaction that nothing can be said of.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const historyAnswer: Schema<HistoryPage> = schema(
  z.object({
    data: listOf(transaction, mostTransactions),
    next: z.nullable(text(4_096)),
    stale: chainIds,
    unavailable: chainIds,
    searching: chainIds,
    partial: chainIds,
    unserved: chainIds,
  }),
)

/**
 * The event `chains` of `GET /v1/account/{address}/changes`.
 *
 * @throws RpcError -32602 for anything else
 */
export const toldChains: Schema<ToldChains> = schema(z.object({ chains: listOf(chainId, mostChains) }))

/**
 * The event `change` of `GET /v1/account/{address}/changes`.
 *
 * @throws RpcError -32602 for anything else
 */
export const accountChange: Schema<AccountChange> = schema(
  z.object({ chain: chainId, hash: text(128), status: z.enum(['pending', 'confirmed', 'failed', 'dropped', 'replaced']) }),
)

/**
 * The answer of `GET /v1/account/{address}/transactions/{hash}`.
 *
 * @throws RpcError -32602 for anything else
 */
export const transactionAnswer: Schema<TransactionState> = schema(
  z.object({
    status: z.enum(['unknown', 'pending', 'confirmed', 'failed', 'dropped', 'replaced']),
    replacedBy: z.nullable(text(128)),
  }),
)

const nft = z.object({
  chainId,
  address: tokenAddress,
  tokenId: z.string().check(z.regex(/^\d{1,78}$/)),
  kind: z.enum(['erc721', 'erc1155']),
  name: z.nullable(text(300)),
  collection: text(200),
  imageUrl: z.catch(text(100_000), ''),
  traits: decoration(listOf(z.object({ name: text(200), value: text(200) }), mostTraits)),
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  spam: z.boolean(),
  pending: z.optional(z.boolean()),
}) as unknown as z.ZodMiniType<Nft>

/**
 * The answer of `GET /v1/account/{address}/nfts`. What of it cannot be true is left out.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const nftsAnswer: Schema<Nfts> = schema(
  z.object({ nfts: listOf(nft, mostNfts), stale: chainIds, unavailable: chainIds, searching: chainIds, unserved: chainIds }),
)
