import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { currencies, nativeTokenAddress } from '@latchkey/protocol'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { networkId, readTokenId } from '../chainReads/caipIds.js'
import type { Chain } from '../config/chains.js'
import { isServed, networkRule, unservedOf } from '../config/networks.js'
import { emptyAsAbsent, inAnyCase } from '../http/query.js'
import type { ShowPicture } from '../images/showPicture.js'
import { change24h } from '../prices/change24h.js'
import type { Balances } from './openBalances.js'

/** Tokens that one request may have read anew. */
const mostFresh = 100

const balance = z
  .object({
    name: z.string(),
    symbol: z.string(),
    chainId: z.string().openapi({ description: 'CAIP-2.', example: 'eip155:1' }),
    address: z.string().optional().openapi({ description: 'CAIP-10; left out for the native coin.' }),
    value: z.number().optional().openapi({ description: 'The whole amount in the currency; left out when no price is known.' }),
    price: z.number().openapi({ description: 'Of one whole token; 0 when no price is known.' }),
    change24h: change24h.optional(),
    quantity: z
      .object({ decimals: z.string(), numeric: z.string() })
      .openapi({ description: 'An exact decimal number, and the number of decimals.' }),
    iconUrl: z.string(),
    listed: z.boolean().optional().openapi({ description: 'False for a token that the operator does not vouch for.' }),
  })
  .openapi('TokenBalance')
const answer = z
  .object({
    balances: z.array(balance),
    stale: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Chains whose part is older than usual, because their nodes do not answer.' }),
    unavailable: z.array(z.string()).optional().openapi({ description: 'Chains that nothing is known of.' }),
    unserved: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Chains whose balances this server does not read: that there are none says nothing of them.' }),
  })
  .openapi('Balances')

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const route = createRoute({
  method: 'get',
  path: '/v1/account/{address}/balance',
  summary: 'What an address holds',
  description:
    'On the chain that chainId names, or on every configured chain of the address’s family. A chain that is not configured has nothing, and neither has one of a family whose balances nobody reads.',
  request: {
    params: z.object({ address: z.string() }),
    query: z.object({
      projectId: z.string().optional(),
      currency: emptyAsAbsent(inAnyCase(z.enum(currencies).openapi({ description: 'Currency of value and price, in any case.' }))),
      chainId: emptyAsAbsent(networkId.optional()),
      forceUpdate: emptyAsAbsent(
        z
          .string()
          .optional()
          .openapi({
            description: `CAIP-10 ids of tokens, separated by commas, that are read anew and answered even at zero; the native coin is 0xeee…eee. At most ${mostFresh}. Instead true, or 1: every chain that is asked for is read anew; false, or 0: the same as nothing.`,
          }),
      ),
    }),
  },
  responses: {
    200: { description: 'The balances, dearest first.', content: { 'application/json': { schema: answer } } },
    400: failed('No address, no id of a network, no known currency, or no CAIP-10 id.'),
    401: failed('Unknown project.'),
    403: failed('A page of an origin that the project does not allow.'),
    429: failed('Too many requests; Retry-After says when to come back.'),
    503: failed('No node of the chain answers; Retry-After says when to come back.'),
  },
})

/**
 * Tokens by chain.
 *
 * @param chains of which everything is read anew when the text says no more than that
 * @returns null when one of the ids is none
 */
function readFresh(text: string | undefined, chains: readonly Chain[]): ReadonlyMap<string, readonly string[]> | null {
  const word = text?.toLowerCase()
  if (word === undefined || word === 'false' || word === '0') return new Map()
  // Every balance of a chain is read when one is; the native coin is one that each chain has.
  if (word === 'true' || word === '1') return new Map(chains.map(({ caipNetworkId }) => [caipNetworkId, [nativeTokenAddress]]))
  const fresh = new Map<string, string[]>()
  const ids = text?.split(',').filter(Boolean) ?? []
  if (ids.length > mostFresh) return null
  for (const id of ids) {
    const read = readTokenId(id)
    if (!read) return null
    fresh.set(read.chainId, [...(fresh.get(read.chainId) ?? []), read.address])
  }
  return fresh
}

/** `GET /v1/account/{address}/balance`. */
export function balanceRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & { readonly balances: Balances; readonly showPicture: ShowPicture },
): void {
  const mayUse = networkRule(context.config)
  app.use('/v1/account/:address/balance', requireProject(context, 401))
  app.openapi(route, async (c) => {
    const { address: given } = c.req.valid('param')
    const { currency, chainId, forceUpdate } = c.req.valid('query')
    const headers = { 'cache-control': 'no-store' }
    const found = chainsOfAddress(context.chains, given)
    if (!found) return c.json(failure('address', 'Invalid address'), 400, headers)
    const isAsked = (chain: Chain) => mayUse(c.var.project, chain) && (chainId === undefined || chain.caipNetworkId === chainId)
    const wanted = found.chains.filter(isAsked)
    const chains = wanted.filter((chain) => isServed(chain) && context.balances.serves(chain))
    const others = wanted.filter((chain) => !chains.includes(chain)).map(({ caipNetworkId }) => caipNetworkId)
    const unserved = unservedOf(wanted, others, chainId)
    const fresh = readFresh(forceUpdate, chains)
    if (!fresh)
      return c.json(
        failure('forceUpdate', `forceUpdate must be true, false, or at most ${mostFresh} CAIP-10 ids, separated by commas`),
        400,
        headers,
      )
    if (chains.length === 0) return c.json({ balances: [], ...unserved }, 200, headers)
    const { sources, ...balances } = await context.balances.of({ address: found.address, chains, currency, fresh })
    if (balances.unavailable?.length === chains.length)
      return c.json(failure('chainId', 'No node of the chain answers'), 503, { ...headers, 'retry-after': '5' })
    const shown = balances.balances.map((one) => ({ ...one, iconUrl: context.showPicture(one.iconUrl, c.var.project.id) }))
    return c.json({ ...balances, balances: shown, ...unserved } as z.infer<typeof answer>, 200, {
      ...headers,
      'x-source': sources.join(','),
    })
  })
}
