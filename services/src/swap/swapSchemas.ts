import { z } from '@hono/zod-openapi'
import { failureSchema } from '../api/envelope.js'
import { networkId } from '../chainReads/caipIds.js'
import { emptyAsAbsent } from '../http/query.js'

/* The shapes of `/v1/convert/*`, as the API describes them. */

/** What contracts can count. The number of digits is looked at first: reading a number takes longer than its text is long. */
const amount = z
  .string()
  .regex(/^\d{1,78}$/, { error: 'must be a whole number in the smallest unit', abort: true })
  .refine((text) => BigInt(text) < 2n ** 256n, { error: 'must fit 256 bits' })
const caip10 = (what: string) =>
  z
    .string()
    .max(200)
    .openapi({ description: `CAIP-10 id of ${what}; the native coin is 0xeee…eee.` })

/** Percent of the amount that may be lost between the quote and the chain. */
export const leastSlippage = 0
export const mostSlippage = 50

const projectId = z.string().optional()
export const tokensQuery = z.object({
  projectId,
  chainId: emptyAsAbsent(networkId),
  address: emptyAsAbsent(
    z.string().optional().openapi({ description: 'One token, also one that is on no list: an address, or a CAIP-10 id.' }),
  ),
})
export const quotesQuery = z.object({
  projectId,
  amount,
  from: caip10('what is sold'),
  to: caip10('what is bought'),
  userAddress: caip10('who sells').optional(),
  gasPrice: emptyAsAbsent(
    z
      .string()
      .regex(/^\d{1,30}$/, { error: 'must be wei per unit of gas' })
      .optional()
      .openapi({
        description: 'Wei per unit of gas, by which ways through several pools are compared; left out: as the chain has it now.',
      }),
  ),
})
export const gasPriceQuery = z.object({ projectId, chainId: emptyAsAbsent(networkId) })
export const allowanceQuery = z.object({
  projectId,
  tokenAddress: caip10('the token'),
  userAddress: caip10('the account'),
  toChainId: emptyAsAbsent(networkId.optional().openapi({ description: 'CAIP-2: where it goes, when that is another network.' })),
})
export const arrivalQuery = z.object({
  projectId,
  from: networkId.openapi({ description: 'CAIP-2: where it was sent.', example: 'eip155:1' }),
  to: networkId.openapi({ description: 'CAIP-2: where it arrives.', example: 'eip155:8453' }),
  hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be the hash of a transaction' })
    .openapi({ description: 'Of the transaction on `from`.' }),
})
export const approveQuery = z.object({
  projectId,
  from: caip10('the token that is sold'),
  to: caip10('the token that is bought'),
  userAddress: caip10('who sells').optional(),
  amount: amount.optional().openapi({ description: 'The allowance; left out: without a limit.' }),
})
export const buildBody = z.object({
  projectId,
  amount,
  from: caip10('what is sold'),
  to: caip10('what is bought'),
  userAddress: caip10('who sells and receives'),
  eip155: z.object({
    slippage: z.number().gt(leastSlippage).max(mostSlippage).openapi({ description: 'Percent.' }),
    permit: z.string().optional().openapi({ description: 'Ignored.' }),
  }),
  disableEstimate: z.boolean().optional().openapi({ description: 'True: gas is a safe number for the route, and nothing is tried out.' }),
})

const token = z
  .object({
    name: z.string(),
    symbol: z.string(),
    address: z.string(),
    decimals: z.number(),
    logoUri: z.string().nullable(),
    eip2612: z.boolean().nullable(),
    listed: z.boolean().optional().openapi({ description: 'False for a token that the operator does not vouch for.' }),
  })
  .openapi('SwapToken')
const quote = z
  .object({
    id: z.string().nullable(),
    fromAmount: z.string(),
    fromAccount: z.string(),
    toAmount: z.string(),
    toAccount: z.string(),
    priceImpact: z.number().optional().openapi({ description: 'Hundredths of a percent, without the fees of the pools.' }),
    gas: z.string().optional().openapi({ description: 'Units of gas that are enough.' }),
    provider: z.string().optional(),
    route: z
      .array(
        z.object({
          percent: z.number(),
          path: z.array(z.string()),
          pools: z.array(z.object({ version: z.enum(['v2', 'v3']), fee: z.number().openapi({ description: 'Millionths.' }) })),
        }),
      )
      .optional(),
    crossing: z
      .object({
        seconds: z.number().openapi({ description: 'About how long it takes.' }),
        fee: z.string().optional().openapi({ description: 'What is kept of it on the way, in USD.' }),
      })
      .optional()
      .openapi({ description: 'Only where `to` is on another network.' }),
  })
  .openapi('SwapQuote')
const approve = z.object({
  from: z.string().openapi({ description: 'The token that is sold: the transaction goes to this contract.' }),
  to: z.string().openapi({ description: 'The same.' }),
  data: z.string(),
  value: z.string(),
  eip155: z.object({ gasPrice: z.string() }),
})
const transaction = z.object({
  from: z.string(),
  to: z.string(),
  data: z.string(),
  amount: z.string().openapi({ description: 'What is received, at the price of this moment.' }),
  eip155: z.object({ gas: z.string(), gasPrice: z.string() }),
})

const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })
const failed = (description: string) => json(failureSchema, description)

export const answers = {
  tokens: json(
    z.object({
      tokens: z.array(token),
      unserved: z.array(z.string()).optional().openapi({ description: 'CAIP-2: the network, where it has no swaps.' }),
    }),
    'The tokens; none on a network without swaps.',
  ),
  quotes: json(z.object({ quotes: z.array(quote) }), 'The best quote; none on a network without swaps.'),
  gasPrice: json(z.object({ standard: z.string(), fast: z.string(), instant: z.string() }), 'Wei per unit of gas.'),
  allowance: json(z.object({ allowance: z.string() }), 'The allowance; 0 on a network without swaps.'),
  approve: json(z.object({ tx: approve }), 'The transaction.'),
  arrival: json(
    z.object({ status: z.enum(['pending', 'arrived', 'refunded', 'failed']), hash: z.string().nullable() }),
    'How it is, by the word of the bridge; the hash of the transaction on the other network, once there is one.',
  ),
  transaction: json(z.object({ tx: transaction }), 'The transaction. Its value is the amount when the native coin is sold, else 0.'),
}

export const failures = {
  400: failed(
    'No id of a token or account, different chains, “insufficient liquidity”, “The amount is too small”, or a network or token that is not supported.',
  ),
  401: failed('Unknown project.'),
  403: failed('A page of an origin that the project does not allow.'),
  429: failed('Too many requests; Retry-After says when to come back.'),
  503: failed('No node of the chain, or the configured service, answers; Retry-After says when to come back.'),
}
export const bodyFailures = { ...failures, 413: failed('Too large.'), 422: failed('Not of the wanted shape.') }
