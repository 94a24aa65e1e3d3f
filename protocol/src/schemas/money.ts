import type { Balances, Identity, TokenBalance } from '../money.js'
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
  z.object({ balances: listOf(balance, mostTokens), stale: chainIds, unavailable: chainIds }),
)

/**
 * The answer of `GET /v1/identity/{address}`.
 *
 * @throws RpcError -32602 for anything else
 */
export const identityAnswer: Schema<Identity> = schema(
  z.object({ name: z.nullable(text(255)), avatar: z.nullable(text(8_192)), resolvedAt: text(64) }),
)
