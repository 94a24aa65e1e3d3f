import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { currencies, type Fungible, nativeTokenAddress } from '@latchkey/protocol'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { findProject } from '../api/middleware.js'
import { readTokenId } from '../chainReads/caipIds.js'
import { listedTokens, type TokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { isServed, networkRule } from '../config/networks.js'
import { inAnyCase } from '../http/query.js'
import type { ShowPicture } from '../images/showPicture.js'
import { loggableError } from '../log.js'
import { change24h } from './change24h.js'
import type { Prices } from './openPrices.js'
import { priceAsNumber } from './poolMath.js'
import type { PriceChanges } from './priceChanges.js'
import { nativeCoin, priceScale } from './priceProvider.js'

/** Tokens of one request. */
const mostTokens = 100
const maxBody = 32 * 1_024

const fungible = z
  .object({
    address: z.string().openapi({ description: 'CAIP-10, as it was asked for.' }),
    name: z.string(),
    symbol: z.string(),
    iconUrl: z.string(),
    price: z.number().openapi({ description: 'Of one whole token; 0 when no price is known.' }),
    change24h: change24h.optional(),
    decimals: z.number(),
  })
  .openapi('Fungible')
const body = z.object({
  projectId: z.string().optional(),
  currency: inAnyCase(z.enum(currencies)).openapi({ description: 'In any case.' }),
  addresses: z
    .array(z.string().max(200))
    .max(mostTokens)
    .openapi({ description: 'CAIP-10 ids of tokens; the native coin is 0xeee…eee on every chain.' }),
})

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

type Asked = { readonly id: string; readonly chain: Chain; readonly token: string }

/** What a CAIP-10 id names, among the chains; null when it is none, undefined when the chain is not configured. */
function readToken(id: string, chains: readonly Chain[]): Asked | null | undefined {
  const read = readTokenId(id)
  if (!read) return null
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === read.chainId)
  return chain && { id, chain, token: read.address === nativeTokenAddress ? nativeCoin : read.address }
}

export type PriceDependencies = {
  readonly prices: Prices
  readonly changes: PriceChanges
  readonly rateOf: (currency: (typeof currencies)[number]) => Promise<bigint | undefined>
  /** What is known of tokens of a chain, by address. */
  readonly factsOf: (chain: Chain, tokens: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>
  readonly showPicture: ShowPicture
}

/** `POST /v1/fungible/price`. */
export function priceRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & PriceDependencies): void {
  const mayUse = networkRule(context.config)
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  // Bodies are read whatever type they say they have: older clients say none.
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/fungible/price',
    summary: 'Prices of tokens',
    description: 'Of each token that is asked for, in the order of the question. Tokens of chains that are not configured are left out.',
    request: { body: { content: { 'application/json': { schema: body } } } },
    responses: {
      200: { description: 'The prices.', content: { 'application/json': { schema: z.object({ fungibles: z.array(fungible) }) } } },
      400: failed('No JSON, no addresses, or something that is no CAIP-10 id.'),
      401: failed('Unknown project.'),
      403: failed('A page of an origin that the project does not allow.'),
      413: failed('Too large.'),
      422: failed('Not of the wanted shape, or an unknown currency.'),
      429: failed('Too many requests; Retry-After says when to come back.'),
    },
  })
  app.post('/v1/fungible/price', limitBody, async (c) => {
    const headers = { 'cache-control': 'no-store' }
    const given: unknown = await c.req.json().catch(() => undefined)
    if (given === undefined) return c.json(failure('body', 'Parse error'), 400, headers)
    const parsed = body.safeParse(given)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return c.json(failure(issue?.path.map(String).join('.') || 'body', issue?.message ?? 'Invalid request'), 422, headers)
    }
    const { projectId, currency, addresses } = parsed.data
    const project = await findProject(context, c.req.query('projectId') ?? projectId, c.req.header('origin'))
    if ('refused' in project) return c.json(project.refused, project.status, headers)
    if (addresses.length === 0) return c.json(failure('addresses', 'At least one address is required'), 400, headers)
    const chains = context.chains.filter((chain) => isServed(chain) && mayUse(project.project, chain))
    const asked = addresses.map((id) => readToken(id, chains))
    if (asked.includes(null)) return c.json(failure('addresses', 'Each address must be a CAIP-10 id such as eip155:1:0x…'), 400, headers)
    const tokens = asked.flatMap((one) => one ?? [])
    const rate = await context.rateOf(currency)
    const known = new Map<string, Fungible>()
    await Promise.all(
      chains.map(async (chain) => {
        const some = tokens.filter((one) => one.chain === chain)
        if (some.length === 0) return
        const wanted = some.map(({ token }) => token)
        const [prices, facts] = await Promise.all([
          context.prices.of(chain, wanted),
          context
            .factsOf(
              chain,
              wanted.filter((token) => token !== nativeCoin),
            )
            .catch((error: unknown) => {
              // Those that are on no list are left out: only the chain knows their decimals.
              context.log.warn({ chain: chain.caipNetworkId, error: loggableError(error) }, 'Tokens could not be asked')
              return listedTokens(chain)
            }),
        ])
        const moved = await context.changes.of(chain, currency, prices)
        for (const { id, token } of some) {
          const about = token === nativeCoin ? { ...chain.nativeCurrency, logo: undefined } : facts.get(token)
          if (!about) continue
          const price = prices.get(token)
          const change = moved.get(token)
          known.set(id, {
            address: id,
            name: about.name,
            symbol: about.symbol,
            iconUrl: context.showPicture(about.logo ?? '', project.project.id),
            price: price !== undefined && rate !== undefined ? priceAsNumber((price * rate) / priceScale) : 0,
            ...(change !== undefined && rate !== undefined ? { change24h: change } : {}),
            decimals: about.decimals,
          })
        }
      }),
    )
    return c.json({ fungibles: addresses.flatMap((id) => known.get(id) ?? []) }, 200, headers)
  })
}
