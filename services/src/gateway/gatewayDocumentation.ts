import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ApiEnv } from '../api/context.js'

const call = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    method: z.string(),
    params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  })
  .openapi('JsonRpcCall')
const reply = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]),
    result: z.unknown().optional(),
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .openapi('JsonRpcReply')

const answer = (description: string) => ({
  description,
  content: { 'application/json': { schema: z.union([reply, z.array(reply)]) } },
})

/** Describes the gateway in `/openapi.json`. */
export function gatewayDocumentation(app: OpenAPIHono<ApiEnv>): void {
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/',
    summary: 'JSON-RPC gateway',
    description: 'One call or a batch of at most 1000. Errors of the chain are answered with status 200. Also served as /v1.',
    request: {
      query: z.object({
        chainId: z.string().openapi({
          description: 'CAIP-2 id of a configured EVM, Solana or Bitcoin chain; /v1/supported-chains lists them.',
          example: 'eip155:1',
        }),
        projectId: z.string(),
      }),
      body: { content: { 'application/json': { schema: z.union([call, z.array(call)]) } } },
    },
    responses: {
      200: answer('The answer, or the answers in the order of the calls.'),
      204: { description: 'Nothing but notifications.' },
      400: answer('Not JSON (-32700), not JSON-RPC (-32600), or an unknown chain (-32602).'),
      401: answer('Unknown project (4100).'),
      403: answer('A page of an origin that the project does not allow (4100).'),
      413: answer('More than 1000 calls, or more than 5 MB (-32005).'),
      429: answer('Too many calls (-32005); Retry-After says when to come back.'),
      503: answer('No node of the chain answers; Retry-After says when to come back.'),
    },
  })
}
