import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ApiEnv } from '../api/context.js'
import { failureSchema } from '../api/envelope.js'
import { platforms } from './query.js'
import { walletSchema } from './wallet.js'

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })
const list = (description: string) =>
  z
    .string()
    .optional()
    .openapi({ description: `${description}, separated by commas.` })

const query = z.object({
  projectId: z.string(),
  page: z.string().optional().openapi({ description: 'From 1.' }),
  entries: z.string().optional().openapi({ description: '1 to 100, with include up to 500; 40 when left out.' }),
  search: z.string().max(100).optional().openapi({ description: 'Exact name first, then beginning, word, anywhere, rdns and homepage.' }),
  include: list('Only wallets of these ids, or of the names or rdns'),
  exclude: list('None of these ids or rdns'),
  chains: list('At least one of these CAIP-2 ids'),
  names: list('Only wallets of these names, or of the ids or rdns'),
  rdns: list('Only wallets of these rdns, or of the ids or names'),
  badge_type: z.enum(['none', 'certified']).optional(),
  platform: z.enum(platforms).optional(),
  include_pay_only: z.enum(['true', 'false']).optional(),
  sort: z.enum(['default', 'wcpay']).optional(),
})

const image = {
  200: { description: 'The picture.', content: { 'image/*': { schema: z.string().openapi({ format: 'binary' }) } } },
  304: { description: 'Unchanged.' },
}

/** Each family of images: path, what its parameter is, and a summary. */
const images = [
  ['/getWalletImage/{id}', 'id', 'A wallet’s picture by its image_id'],
  ['/public/getAssetImage/{id}', 'id', 'A network’s or connector’s picture by image id, or a network’s by CAIP-2 id'],
  ['/public/getCurrencyImage/{code}', 'code', 'A currency’s picture by ISO 4217 code'],
  ['/public/getTokenImage/{symbol}', 'symbol', 'A token’s picture by symbol'],
] as const

/** Describes the wallet directory and the images in `/openapi.json`. */
export function directoryDocumentation(app: OpenAPIHono<ApiEnv>): void {
  const { openAPIRegistry: registry } = app
  registry.registerPath({
    method: 'get',
    path: '/getWallets',
    summary: 'The wallet directory',
    description: 'Filters hold all at once. count is of all matches, before paging; a page beyond the end is empty.',
    request: { query },
    responses: {
      200: {
        description: 'The page.',
        content: { 'application/json': { schema: z.object({ data: z.array(walletSchema.openapi('Wallet')), count: z.number() }) } },
      },
      304: { description: 'Unchanged.' },
      400: failed('A parameter that cannot be meant.'),
      403: failed('Without a known project, or from an origin that it does not allow.'),
    },
  })
  registry.registerPath({
    method: 'get',
    path: '/getWalletNames',
    summary: 'The names of all wallets that pass the filters',
    description: 'For a search at the key: the first 12 digits of each id, the name, and 1 where a phone can open the wallet.',
    request: { query: query.omit({ page: true, entries: true, search: true, sort: true }) },
    responses: {
      200: {
        description: 'All of them, in the order of the directory.',
        content: { 'application/json': { schema: z.object({ names: z.array(z.tuple([z.string(), z.string(), z.literal([0, 1])])) }) } },
      },
      304: { description: 'Unchanged.' },
      400: failed('A parameter that cannot be meant.'),
      403: failed('Without a known project, or from an origin that it does not allow.'),
    },
  })
  for (const [path, name, summary] of images)
    registry.registerPath({
      method: 'get',
      path,
      summary,
      request: { params: z.object({ [name]: z.string() }) },
      responses: { ...image, 404: failed('There is none.') },
    })
  registry.registerPath({
    method: 'get',
    path: '/v1/image',
    summary: 'A foreign picture, made safe',
    request: {
      query: z.object({
        projectId: z.string(),
        url: z.string(),
        sig: z.string().openapi({ description: 'Made by this server; nobody else can.' }),
      }),
    },
    responses: {
      ...image,
      400: failed('Without an address or a signature.'),
      403: failed('Not signed by this server for this project.'),
      502: failed('The address leads to no picture that can be shown.'),
      503: failed('Too many are being fetched; Retry-After says when to come back.'),
    },
  })
}
