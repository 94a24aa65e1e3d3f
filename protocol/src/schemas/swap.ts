import type { Fungible } from '../money.js'
import type { ApproveTransaction, SwapArrival, SwapContracts, SwapGasPrice, SwapQuote, SwapToken, SwapTransaction } from '../swap.js'
import { decoration, listOf, type Schema, schema, text, z } from './schema.js'

const mostTokens = 2_000
const mostLegs = 10
/** Bytes of calldata, as hexadecimal digits: a swap over many pools has a few thousand. */
const mostData = 200_000

/** A whole number of at most 256 bits, as text. */
const amount = z.string().check(z.regex(/^\d{1,78}$/))
const account = z.string().check(z.regex(/^eip155:\d{1,20}:0x[0-9a-fA-F]{40}$/))
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/))
const data = text(mostData).check(z.regex(/^0x([0-9a-fA-F]{2})*$/))

const token = z.object({
  name: text(200),
  symbol: text(100),
  address: account,
  decimals: z.number().check(z.int(), z.gte(0), z.lte(77)),
  logoUri: z.catch(z.nullable(text(8_192)), null),
  eip2612: z.catch(z.nullable(z.boolean()), null),
  listed: z.optional(z.boolean()),
}) as unknown as z.ZodMiniType<SwapToken>

/**
 * The answer of `GET /v1/convert/tokens`. A token that cannot be true is left out.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const swapTokensAnswer: Schema<{ readonly tokens: readonly SwapToken[] }> = schema(z.object({ tokens: listOf(token, mostTokens) }))

const leg = z.object({
  percent: z.number().check(z.gte(0), z.lte(100)),
  path: z.array(account).check(z.maxLength(10)),
  pools: z
    .array(z.object({ version: z.enum(['v2', 'v3']), fee: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)) }))
    .check(z.maxLength(10)),
})
const quote = z.object({
  id: z.nullable(text(200)),
  fromAmount: amount,
  fromAccount: account,
  toAmount: amount,
  toAccount: account,
  priceImpact: decoration(z.number().check(z.int(), z.gte(0), z.lte(10_000))),
  gas: decoration(amount),
  provider: decoration(text(50)),
  route: decoration(z.array(leg).check(z.maxLength(mostLegs))),
  crossing: decoration(
    z.object({
      seconds: z.number().check(z.gte(0), z.lte(1_000_000)),
      fee: decoration(z.string().check(z.regex(/^\d{1,12}(\.\d{1,18})?$/))),
    }),
  ),
}) as unknown as z.ZodMiniType<SwapQuote>

/**
 * The answer of `GET /v1/convert/quotes`: none for a network without swaps.
 *
 * @throws RpcError -32602 for anything else
 */
export const swapQuotesAnswer: Schema<{ readonly quotes: readonly SwapQuote[] }> = schema(z.object({ quotes: z.array(quote) }))

/**
 * The answer of `GET /v1/convert/allowance`.
 *
 * @throws RpcError -32602 for anything else
 */
export const swapAllowanceAnswer: Schema<{ readonly allowance: string }> = schema(z.object({ allowance: amount }))

/**
 * The answer of `GET /v1/convert/gas-price`.
 *
 * @throws RpcError -32602 for anything else
 */
export const swapGasPriceAnswer: Schema<SwapGasPrice> = schema(z.object({ standard: amount, fast: amount, instant: amount }))

/**
 * The answer of `GET /v1/convert/build-approve`.
 *
 * @throws RpcError -32602 for anything else
 */
export const buildApproveAnswer: Schema<{ readonly tx: ApproveTransaction }> = schema(
  z.object({ tx: z.object({ from: account, to: account, data, value: amount, eip155: z.object({ gasPrice: amount }) }) }),
)

/**
 * The answer of `POST /v1/convert/build-transaction`.
 *
 * @throws RpcError -32602 for anything else
 */
export const buildTransactionAnswer: Schema<{ readonly tx: SwapTransaction }> = schema(
  z.object({ tx: z.object({ from: account, to: account, data, amount, eip155: z.object({ gas: amount, gasPrice: amount }) }) }),
)

/**
 * The answer of `GET /v1/convert/arrival`.
 *
 * @throws RpcError -32602 for anything else
 */
export const swapArrivalAnswer: Schema<SwapArrival> = schema(
  z.object({
    status: z.enum(['pending', 'arrived', 'refunded', 'failed']),
    hash: z.nullable(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
  }),
)

/**
 * The contracts that the operator's server wrote into the dialog's document, by CAIP-2 id.
 *
 * @throws RpcError -32602 for anything else
 */
export const swapContracts: Schema<Readonly<Record<string, SwapContracts>>> = schema(
  z.record(
    z.string(),
    z.object({
      router: address,
      kind: z.enum(['swapRouter02', 'v2Router', 'oneInch', 'lifi']),
      wrapped: z.optional(address),
      crossing: z.optional(address),
    }),
  ),
)

const fungible = z.object({
  address: account,
  name: text(200),
  symbol: text(100),
  iconUrl: z.catch(text(8_192), ''),
  price: z.number().check(z.gte(0), z.lt(1e15)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(77)),
}) as unknown as z.ZodMiniType<Fungible>

/**
 * The answer of `POST /v1/fungible/price`, of tokens of EVM chains. What of it cannot be true is left out.
 *
 * @throws RpcError -32602 for an answer without a list
 */
export const fungiblesAnswer: Schema<{ readonly fungibles: readonly Fungible[] }> = schema(
  z.object({ fungibles: listOf(fungible, mostTokens) }),
)
