import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { type CaipNetworkId, referenceOf } from '@latchkey/protocol'
import type { Context } from 'hono'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { anyAddress, networkId } from '../chainReads/caipIds.js'
import { orUnavailable } from '../gateway/orUnavailable.js'
import { emptyAsAbsent } from '../http/query.js'
import type { ShowPicture } from '../images/showPicture.js'
import { loggableError } from '../log.js'
import { type Identities, namelessFor } from './identities.js'

const identity = z.object({ name: z.string().nullable(), avatar: z.string().nullable(), resolvedAt: z.string() }).openapi('Identity')
const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

const routeOf = <Path extends string>(path: Path) =>
  createRoute({
    method: 'get',
    path,
    summary: 'Name and picture of an address',
    description:
      'From the Ethereum Name Service of the configured chain, else a name that was registered here. Addresses of other families have neither.',
    request: {
      params: z.object({ address: z.string() }),
      query: z.object({
        projectId: z.string().optional(),
        sender: emptyAsAbsent(anyAddress.optional()).openapi({ description: 'Who asks; the answer does not depend on it.' }),
        chainId: networkId.optional().openapi({
          description:
            'CAIP-2 id of the network on which the name must stand for the address. The name of a contract stands for it on its own network only.',
          example: 'eip155:8453',
        }),
      }),
    },
    responses: {
      200: { description: 'What is known; null for what is not.', content: { 'application/json': { schema: identity } } },
      400: failed('No address.'),
      401: failed('Unknown project.'),
      403: failed('A page of an origin that the project does not allow.'),
      429: failed('Too many requests; Retry-After says when to come back.'),
      503: failed('The chain of the name service does not answer; Retry-After says when to come back.'),
    },
  })

/** `GET /v1/identity/{address}`, and the same below the account. */
export function identityRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & { readonly identities: Identities; readonly showPicture: ShowPicture },
): void {
  const seconds = (milliseconds: number) => Math.max(0, Math.floor(milliseconds / 1_000))
  const answer = async (c: Context<ApiEnv>, given: string, network: string | undefined) => {
    const found = chainsOfAddress(context.chains, given)
    if (!found) return c.json(failure('address', 'Invalid address'), 400)
    if (found.namespace !== 'eip155') {
      const nobody = { name: null, avatar: null, resolvedAt: new Date().toISOString() }
      return c.json(nobody, 200, { 'cache-control': `public, max-age=${seconds(namelessFor)}` })
    }
    const { address } = found
    const read = async () => {
      const { name, avatar, resolvedAt, until } = await context.identities.of(
        address,
        network === undefined ? undefined : Number(referenceOf(network as CaipNetworkId)),
      )
      const shown = { name, avatar: (avatar && context.showPicture(avatar, c.var.project.id)) || null, resolvedAt }
      return c.json(shown, 200, { 'cache-control': `public, max-age=${seconds(until - Date.now())}` })
    }
    return orUnavailable(c, read, {
      description: 'The chain of the name service does not answer',
      onUnavailable: (error) => context.log.warn({ error: loggableError(error) }, 'The name service could not be asked'),
    })
  }
  for (const path of ['/v1/identity/{address}', '/v1/account/{address}/identity'] as const) {
    app.use(path.replace('{address}', ':address'), requireProject(context, 401))
    app.openapi(routeOf(path), (c) => answer(c, c.req.valid('param').address, c.req.valid('query').chainId))
  }
}
