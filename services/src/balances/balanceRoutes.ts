import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { type Balances as Answer, currencies, isNamespaceId, nativeTokenAddress, parseCaipAddress } from '@latchkey/protocol'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { accountAddress, chainsOfAddress } from '../chainReads/accountAddress.js'
import { isServed, networkRule } from '../config/networks.js'
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
  })
  .openapi('Balances')

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const route = createRoute({
  method: 'get',
  path: '/v1/account/{address}/balance',
  summary: 'What an address holds',
  description:
    'On the chain that chainId names, or on every configured chain of the address’s family. A chain that is not configured has nothing.',
  request: {
    params: z.object({ address: z.string() }),
    query: z.object({
      projectId: z.string().optional(),
      currency: z.enum(currencies).openapi({ description: 'Currency of value and price.' }),
      chainId: z.string().optional().openapi({ description: 'CAIP-2.', example: 'eip155:1' }),
      forceUpdate: z
        .string()
        .optional()
        .openapi({
          description: `CAIP-10 ids of tokens, separated by commas, that are read anew and answered even at zero; the native coin is 0xeee…eee. At most ${mostFresh}.`,
        }),
      sv: z
        .string()
        .optional()
        .openapi({ description: 'Version of the SDK, else the header x-sdk-version; without both the answer is empty.' }),
    }),
    headers: z.object({ 'x-sdk-version': z.string().optional() }),
  },
  responses: {
    200: { description: 'The balances, dearest first.', content: { 'application/json': { schema: answer } } },
    400: failed('No address, no known currency, or no CAIP-10 id.'),
    401: failed('Unknown project.'),
    403: failed('A page of an origin that the project does not allow.'),
    429: failed('Too many requests; Retry-After says when to come back.'),
    503: failed('No node of the chain answers; Retry-After says when to come back.'),
  },
})

/** Tokens by chain; null when one of the ids is none. */
function readFresh(text: string | undefined): ReadonlyMap<string, readonly string[]> | null {
  const fresh = new Map<string, string[]>()
  const ids = text?.split(',').filter(Boolean) ?? []
  if (ids.length > mostFresh) return null
  for (const id of ids) {
    const [namespace, reference, token] = id.split(':')
    if (!isNamespaceId(namespace) || !reference || !token) return null
    const { address: given } = parseCaipAddress(id)
    // One name for the native coin on every chain.
    const address = given === nativeTokenAddress ? given : accountAddress(namespace, given)
    if (address === null) return null
    const chain = `${namespace}:${reference}`
    fresh.set(chain, [...(fresh.get(chain) ?? []), address])
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
    const { currency, chainId, forceUpdate, sv } = c.req.valid('query')
    const headers = { 'cache-control': 'no-store' }
    const found = chainsOfAddress(context.chains, given)
    if (!found) return c.json(failure('address', 'Invalid address'), 400, headers)
    const fresh = readFresh(forceUpdate)
    if (!fresh)
      return c.json(failure('forceUpdate', `forceUpdate must be at most ${mostFresh} CAIP-10 ids, separated by commas`), 400, headers)
    const chains = found.chains.filter(
      (chain) => isServed(chain) && mayUse(c.var.project, chain) && (chainId === undefined || chain.caipNetworkId === chainId),
    )
    const empty: Answer = { balances: [] }
    if (chains.length === 0 || !(sv ?? c.req.header('x-sdk-version'))) return c.json(empty as z.infer<typeof answer>, 200, headers)
    const { sources, ...balances } = await context.balances.of({ address: found.address, chains, currency, fresh })
    if (balances.unavailable?.length === chains.length)
      return c.json(failure('chainId', 'No node of the chain answers'), 503, { ...headers, 'retry-after': '5' })
    const shown = balances.balances.map((one) => ({ ...one, iconUrl: context.showPicture(one.iconUrl, c.var.project.id) }))
    return c.json({ ...balances, balances: shown } as z.infer<typeof answer>, 200, { ...headers, 'x-source': sources.join(',') })
  })
}
