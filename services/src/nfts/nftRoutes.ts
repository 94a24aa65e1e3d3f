import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Nfts } from '@latchkey/protocol'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { networkId } from '../chainReads/caipIds.js'
import { isServed, networkRule, unservedOf } from '../config/networks.js'
import { emptyAsAbsent } from '../http/query.js'
import type { ShowPicture } from '../images/showPicture.js'
import { loggableError } from '../log.js'
import type { NftsOf } from './openNfts.js'

const nft = z
  .object({
    chainId: z.string().openapi({ description: 'CAIP-2.', example: 'eip155:1' }),
    address: z.string().openapi({ description: 'CAIP-10 of the contract.' }),
    tokenId: z.string(),
    kind: z.enum(['erc721', 'erc1155']),
    name: z.string().nullable(),
    collection: z.string(),
    imageUrl: z.string().openapi({ description: 'Empty when there is no picture.' }),
    traits: z
      .array(z.object({ name: z.string().openapi({ description: 'Empty where the value has no name.' }), value: z.string() }))
      .readonly()
      .optional()
      .openapi({ description: 'What its metadata says of it, at most 24; left out when that is nothing.' }),
    amount: z.string(),
    spam: z.boolean().openapi({ description: 'Probably made to deceive.' }),
    pending: z.boolean().optional().openapi({ description: 'True while its name and picture are still being fetched.' }),
  })
  .openapi('Nft')

const answer = z.object({
  nfts: z.array(nft),
  stale: z
    .array(z.string())
    .optional()
    .openapi({ description: 'Chains (CAIP-2) whose newest NFTs may be missing, because their nodes do not answer.' }),
  unavailable: z.array(z.string()).optional().openapi({ description: 'Chains (CAIP-2) that nothing is known of.' }),
  searching: z.array(z.string()).optional().openapi({
    description: 'Chains (CAIP-2) whose past is still being searched for this address: NFTs are missing, and come as they are found.',
  }),
  unserved: z
    .array(z.string())
    .optional()
    .openapi({ description: 'Chains (CAIP-2) whose NFTs this server does not know: that there are none in nfts says nothing of them.' }),
})

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const route = createRoute({
  method: 'get',
  path: '/v1/account/{address}/nfts',
  summary: 'The NFTs of an address',
  description:
    'On the chain that chainId names, or on every configured EVM chain that is indexed: the newest first, at most 500 of a chain. A chain that is not configured has nothing.',
  request: {
    params: z.object({ address: z.string() }),
    query: z.object({
      projectId: z.string().optional(),
      chainId: emptyAsAbsent(networkId.optional()),
    }),
  },
  responses: {
    200: {
      description: 'What the address has now.',
      content: { 'application/json': { schema: answer } },
    },
    400: failed('No address, or no id of a network.'),
    401: failed('Unknown project.'),
    403: failed('A page of an origin that the project does not allow.'),
    429: failed('Too many requests; Retry-After says when to come back.'),
    503: failed('No node of the chain answers; Retry-After says when to come back.'),
  },
})

/** `GET /v1/account/{address}/nfts`. */
export function nftRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & { readonly nfts: NftsOf; readonly showPicture: ShowPicture },
): void {
  const mayUse = networkRule(context.config)
  const headers = { 'cache-control': 'no-store' }
  app.use('/v1/account/:address/nfts', requireProject(context, 401))
  app.openapi(route, async (c) => {
    const { address: given } = c.req.valid('param')
    const { chainId } = c.req.valid('query')
    const found = chainsOfAddress(context.chains, given)
    if (!found) return c.json(failure('address', 'Invalid address'), 400, headers)
    const { project } = c.var
    const wanted = found.chains.filter(
      (chain) => isServed(chain) && mayUse(project, chain) && (chainId === undefined || chain.caipNetworkId === chainId),
    )
    const chains = wanted.filter(context.nfts.serves)
    const unserved = wanted.filter((chain) => !chains.includes(chain)).map(({ caipNetworkId }) => caipNetworkId)
    const unavailable: string[] = []
    const searching: string[] = []
    const stale: string[] = []
    const held = await Promise.all(
      chains.map((chain) =>
        context.nfts.of(chain, found.address).then(
          (answered) => {
            if (answered.isSearching) searching.push(chain.caipNetworkId)
            if (answered.isOld) stale.push(chain.caipNetworkId)
            return answered.nfts
          },
          (error: unknown) => {
            context.log.warn({ chain: chain.caipNetworkId, error: loggableError(error) }, 'NFTs could not be asked')
            unavailable.push(chain.caipNetworkId)
            return []
          },
        ),
      ),
    )
    if (chains.length > 0 && unavailable.length === chains.length)
      return c.json(failure('chainId', 'No node of the chain answers'), 503, { ...headers, 'retry-after': '5' })
    const nfts: Nfts['nfts'] = held
      .flat()
      .map(({ chain, contract, tokenId, kind, name, collection, image, traits, amount, isSpam, isPending }) => ({
        chainId: chain.caipNetworkId,
        address: `${chain.caipNetworkId}:${contract}`,
        tokenId: tokenId.toString(),
        kind,
        name,
        collection,
        imageUrl: image ? context.showPicture(image, project.id) : '',
        ...(traits.length > 0 ? { traits: [...traits] } : {}),
        amount: amount.toString(),
        spam: isSpam,
        ...(isPending ? { pending: true } : {}),
      }))
    const missing = {
      ...(stale.length > 0 ? { stale } : {}),
      ...(unavailable.length > 0 ? { unavailable } : {}),
      ...(searching.length > 0 ? { searching } : {}),
      ...unservedOf(wanted, unserved, chainId),
    }
    return c.json({ nfts: [...nfts], ...missing }, 200, headers)
  })
}
