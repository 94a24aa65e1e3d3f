import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { currencies, type HistoryTransaction, operationTypes } from '@latchkey/protocol'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { networkId } from '../chainReads/caipIds.js'
import { networkRule, unservedOf } from '../config/networks.js'
import { emptyAsAbsent, inAnyCase } from '../http/query.js'
import type { ShowPicture } from '../images/showPicture.js'
import { BadCursor } from './historyProvider.js'
import { type History, HistoryUnavailable } from './openHistory.js'

const transfer = z
  .object({
    fungible_info: z.object({ name: z.string(), symbol: z.string(), icon: z.object({ url: z.string() }).nullable() }).nullable(),
    nft_info: z
      .object({
        name: z.string(),
        content: z.object({ preview: z.object({ url: z.string(), content_type: z.string().nullable() }) }).nullable(),
        flags: z.object({ is_spam: z.boolean() }),
      })
      .nullable(),
    direction: z.enum(['in', 'out', 'self']),
    quantity: z.object({
      numeric: z.string().nullable().openapi({
        description: 'An exact decimal number; null while the decimals of the token are not known, which for some is for ever.',
      }),
    }),
    value: z.number().nullable().openapi({ description: 'Today’s, in the currency; null when no price is known.' }),
    price: z.number().nullable(),
    address: z.string().optional().openapi({ description: 'CAIP-10; left out for the native coin.' }),
    listed: z.boolean().optional(),
    counterparty: z.string().optional().openapi({ description: 'Whom it came from, or went to.' }),
  })
  .openapi('HistoryTransfer')
const transaction = z
  .object({
    id: z.string(),
    metadata: z.object({
      operationType: z.enum(operationTypes),
      hash: z.string(),
      minedAt: z.string(),
      sentFrom: z.string(),
      sentTo: z.string(),
      status: z.enum(['confirmed', 'failed', 'pending']),
      nonce: z.number(),
      application: z
        .object({ name: z.string().nullable(), iconUrl: z.string().nullable() })
        .nullable()
        .openapi({ description: 'What the contract at sentTo is called; null where that is not known.' }),
      chain: z.string(),
    }),
    transfers: z.array(transfer),
  })
  .openapi('HistoryTransaction')

const page = z
  .object({
    data: z.array(transaction),
    next: z.string().nullable(),
    stale: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Chains (CAIP-2) whose newest transactions may be missing, because their nodes do not answer.' }),
    unavailable: z.array(z.string()).optional().openapi({ description: 'Chains (CAIP-2) whose history nobody tells at the moment.' }),
    searching: z.array(z.string()).optional().openapi({
      description:
        'Chains (CAIP-2) whose past is still being searched for this address: older transactions are missing, and come as they are found.',
    }),
    partial: z.array(z.string()).optional().openapi({
      description:
        'Chains (CAIP-2) that are followed for shown addresses alone: coins that others sent before this one was first shown are missing.',
    }),
    unserved: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Chains (CAIP-2) whose history this server does not keep: that nothing is in data says nothing of them.' }),
  })
  .openapi('HistoryPage')

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const route = createRoute({
  method: 'get',
  path: '/v1/account/{address}/history',
  summary: 'What happened to an address',
  description:
    'The newest first, in pages; the first page begins with what is pending. On the chain that chainId names, or on every configured chain of the family whose history the server knows: by its own index, a Blockscout instance, or a Solana node.',
  request: {
    params: z.object({ address: z.string() }),
    query: z.object({
      projectId: z.string().optional(),
      chainId: emptyAsAbsent(networkId.optional()),
      cursor: emptyAsAbsent(z.string().max(4_096).optional().openapi({ description: 'next of the page before.' })),
      currency: emptyAsAbsent(inAnyCase(z.enum(currencies)).default('usd').openapi({ description: 'In any case.' })),
    }),
  },
  responses: {
    200: {
      description: 'A page; next is null on the last one.',
      content: { 'application/json': { schema: page } },
    },
    400: failed('No address, no known currency, or a cursor that is not of this server and address.'),
    401: failed('Unknown project.'),
    403: failed('A page of an origin that the project does not allow.'),
    429: failed('Too many requests; Retry-After says when to come back.'),
    503: failed('Nobody who knows the history answers; Retry-After says when to come back.'),
  },
})

/** `GET /v1/account/{address}/history`. */
export function historyRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & { readonly history: History; readonly showPicture: ShowPicture },
): void {
  const mayUse = networkRule(context.config)
  const headers = { 'cache-control': 'no-store' }
  app.use('/v1/account/:address/history', requireProject(context, 401))
  app.openapi(route, async (c) => {
    const { address: given } = c.req.valid('param')
    const { chainId, cursor, currency } = c.req.valid('query')
    const found = chainsOfAddress(context.chains, given)
    if (!found) return c.json(failure('address', 'Invalid address'), 400, headers)
    const { project } = c.var
    const chains = found.chains.filter((chain) => mayUse(project, chain) && (chainId === undefined || chain.caipNetworkId === chainId))
    const shown = ({ transfers, ...rest }: HistoryTransaction) => ({
      ...rest,
      transfers: transfers.map(({ fungible_info, nft_info, ...others }) => {
        const icon = fungible_info?.icon && context.showPicture(fungible_info.icon.url, project.id)
        const preview = nft_info?.content?.preview
        const picture = preview && context.showPicture(preview.url, project.id)
        return {
          ...others,
          fungible_info: fungible_info && { ...fungible_info, icon: icon ? { url: icon } : null },
          nft_info: nft_info && { ...nft_info, content: preview && picture ? { preview: { ...preview, url: picture } } : null },
        }
      }),
    })
    try {
      const { data, next, stale, unavailable, searching, partial, unserved, source } = await context.history.of({
        chains,
        address: found.address,
        cursor,
        currency,
      })
      const missing = {
        ...(stale ? { stale: [...stale] } : {}),
        ...(unavailable ? { unavailable: [...unavailable] } : {}),
        ...(searching ? { searching: [...searching] } : {}),
        ...(partial ? { partial: [...partial] } : {}),
        ...unservedOf(chains, unserved, chainId),
      }
      return c.json({ data: data.map(shown), next, ...missing }, 200, { ...headers, ...(source ? { 'x-source': source } : {}) })
    } catch (error) {
      if (error instanceof BadCursor) return c.json(failure('cursor', 'Invalid cursor'), 400, headers)
      if (error instanceof HistoryUnavailable)
        return c.json(failure('chainId', 'The history is temporarily unavailable'), 503, { ...headers, 'retry-after': '5' })
      throw error
    }
  })
}
