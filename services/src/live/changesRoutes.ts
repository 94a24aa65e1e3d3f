import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import type { AccountChange } from '@latchkey/protocol'
import { streamSSE } from 'hono/streaming'
import type { Hex } from 'viem'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import { networkRule } from '../config/networks.js'
import type { Indexer } from '../indexer/openIndexer.js'

/** Milliseconds between two comments that keep proxies from ending a quiet stream. */
const beat = 25_000
/** Streams of this process at a time. Whoever gets none asks for the history from time to time. */
const mostStreams = 2_000

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

/**
 * `GET /v1/account/{address}/changes`: server-sent events (HTML Standard, section 9.2) of the name `change`, one for each transaction of the
 * address that is seen, mined, dropped or replaced on an indexed chain. They say that something happened; what it was, the history says.
 */
export function changesRoutes(
  app: OpenAPIHono<ApiEnv>,
  context: ApiContext & { readonly indexer: Pick<Indexer, 'changes' | 'chains' | 'watch'>; readonly isStopping: () => boolean },
): void {
  const mayUse = networkRule(context.config)
  let streams = 0
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/v1/account/{address}/changes',
    summary: 'What happens to an address, as it happens',
    description:
      'Server-sent events of the name change, with JSON: chain (CAIP-2), hash, and status pending, confirmed, failed, dropped or replaced.',
    request: { params: z.object({ address: z.string() }), query: z.object({ projectId: z.string().optional() }) },
    responses: {
      200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
      204: { description: 'No chain of the address is indexed: there is nothing to wait for.' },
      400: failed('No address.'),
      401: failed('Unknown project.'),
      403: failed('A page of an origin that the project does not allow.'),
      429: failed('Too many requests; Retry-After says when to come back.'),
      503: failed('Too many streams; Retry-After says when to come back.'),
    },
  })
  app.get('/v1/account/:address/changes', requireProject(context, 401), async (c) => {
    const found = chainsOfAddress(context.chains, c.req.param('address'))
    if (!found) return c.json(failure('address', 'Invalid address'), 400)
    const chains = found.chains.filter((chain) => mayUse(c.var.project, chain) && context.indexer.chains.includes(Number(chain.id)))
    if (found.namespace !== 'eip155' || chains.length === 0) return c.body(null, 204)
    if (streams >= mostStreams || context.isStopping())
      return c.json(failure('server', 'Too many streams'), 503, { 'retry-after': '30', 'cache-control': 'no-store' })
    const byNumber = new Map(chains.map((chain) => [Number(chain.id), chain.caipNetworkId]))
    const address = found.address as Hex
    c.header('cache-control', 'no-store')
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      streams += 1
      const unsubscribe = context.indexer.changes.subscribe([address], ({ chain, hash, status }) => {
        const id = byNumber.get(chain)
        const change: AccountChange | undefined = id && { chain: id, hash, status }
        if (change) void stream.writeSSE({ event: 'change', data: JSON.stringify(change) })
      })
      try {
        await Promise.all(chains.map((chain) => context.indexer.watch(Number(chain.id), address)))
        while (!stream.aborted && !context.isStopping()) {
          await stream.write(': \n\n')
          await Promise.race([stream.sleep(beat), new Promise<void>((resolve) => stream.onAbort(resolve))])
        }
      } finally {
        unsubscribe()
        streams -= 1
      }
    })
  })
}
