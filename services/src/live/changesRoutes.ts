import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import type { AccountChange, ToldChains } from '@latchkey/protocol'
import { streamSSE } from 'hono/streaming'
import type { Hex } from 'viem'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { chainsOfAddress } from '../chainReads/accountAddress.js'
import type { Chain } from '../config/chains.js'
import { networkRule } from '../config/networks.js'
import type { Indexer } from '../indexer/openIndexer.js'
import type { SolanaChanges } from './solanaChanges.js'

/** Milliseconds between two comments that keep proxies from ending a quiet stream. */
const beat = 25_000
/** Messages of a stream that may wait for its reader. Beyond it the stream ends: who does not read it would fill the memory with it. */
const mostWaiting = 500
/** Streams of this process at a time. Whoever gets none asks for the history from time to time. */
const mostStreams = 2_000
/** Of them, those of one client address: an office or a mobile network has many users, but not all. */
const mostOfClient = 200

const failed = (description: string) => ({ description, content: { 'application/json': { schema: failureSchema } } })

type Told = {
  readonly indexer: Pick<Indexer, 'changes' | 'chains' | 'watch'>
  readonly solanaChanges: SolanaChanges
}

const isSolana = ({ caipNetworkId }: Chain) => caipNetworkId.startsWith('solana:')
const isTold = ({ indexer, solanaChanges }: Told, chain: Chain, address: string) =>
  isSolana(chain)
    ? solanaChanges.hasRoom(chain, address)
    : chain.caipNetworkId.startsWith('eip155:') && indexer.chains.includes(Number(chain.id))

/**
 * Hears of an address on chains of one family.
 *
 * @param name says of which of them: at once, and when a node begins or ends to tell
 * @returns how to stop
 */
function listen(
  { indexer, solanaChanges }: Told,
  chains: readonly Chain[],
  address: string,
  tell: (change: AccountChange) => void,
  name: (told: ToldChains) => void,
): () => void {
  const byNumber = new Map(chains.filter((chain) => !isSolana(chain)).map((chain) => [Number(chain.id), chain.caipNetworkId]))
  const told = new Set<string>(byNumber.values())
  const setTold = (chain: string, isTold: boolean) => {
    if (isTold) told.add(chain)
    else told.delete(chain)
    name({ chains: [...told] })
  }
  const stops = chains.filter(isSolana).map((chain) =>
    solanaChanges.subscribe(
      chain,
      address,
      (mention) => {
        const { signature = '', failed = false } = mention ?? {}
        tell({ chain: chain.caipNetworkId, hash: signature, status: failed ? 'failed' : 'confirmed' })
      },
      (isTold) => setTold(chain.caipNetworkId, isTold),
    ),
  )
  const unsubscribe =
    byNumber.size === 0
      ? undefined
      : indexer.changes.subscribe([address as Hex], ({ chain, hash, status }) => {
          const id = byNumber.get(chain)
          if (id) tell({ chain: id, hash, status })
        })
  name({ chains: [...told] })
  return () => {
    for (const stop of [...stops, unsubscribe]) stop?.()
  }
}

/**
 * `GET /v1/account/{address}/changes`: server-sent events (HTML Standard, section 9.2). One of the name `chains` comes first, and again when they are
 * others: the chains that the stream tells of. One of the name `change` comes for each transaction of the address that is seen, mined, dropped or replaced
 * on an indexed chain, or mentions it on a Solana chain. It says that something happened; what it was, the history says.
 */
export function changesRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & Told & { readonly isStopping: () => boolean }): void {
  const mayUse = networkRule(context.config)
  let streams = 0
  const ofClients = new Map<string, number>()
  /** Counts a stream. @returns how to end it */
  const enter = (client: string) => {
    streams += 1
    ofClients.set(client, (ofClients.get(client) ?? 0) + 1)
    return () => {
      streams -= 1
      const left = (ofClients.get(client) ?? 0) - 1
      if (left > 0) ofClients.set(client, left)
      else ofClients.delete(client)
    }
  }
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/v1/account/{address}/changes',
    summary: 'What happens to an address, as it happens',
    description:
      'Server-sent events with JSON. The first one has the name chains: chains (CAIP-2) that the stream tells of; it comes again when they are others, because a node of Solana began or ended to tell. What happens elsewhere has to be asked for from time to time. All others have the name change: chain (CAIP-2), hash, and status pending, confirmed, failed, dropped or replaced.',
    request: { params: z.object({ address: z.string() }), query: z.object({ projectId: z.string().optional() }) },
    responses: {
      200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
      204: { description: 'Nobody tells of any chain of the address: there is nothing to wait for.' },
      400: failed('No address.'),
      401: failed('Unknown project.'),
      403: failed('A page of an origin that the project does not allow.'),
      429: failed('Too many requests, or too many streams of one client; Retry-After says when to come back.'),
      503: failed('Too many streams; Retry-After says when to come back.'),
    },
  })
  app.get('/v1/account/:address/changes', requireProject(context, 401), async (c) => {
    const found = chainsOfAddress(context.chains, c.req.param('address'))
    if (!found) return c.json(failure('address', 'Invalid address'), 400)
    const chains = found.chains.filter((chain) => mayUse(c.var.project, chain) && isTold(context, chain, found.address))
    if (chains.length === 0) return c.body(null, 204)
    const client = c.env?.ip ?? ''
    const later = { 'retry-after': '30', 'cache-control': 'no-store' }
    if ((ofClients.get(client) ?? 0) >= mostOfClient) return c.json(failure('rate', 'Too many streams'), 429, later)
    if (streams >= mostStreams || context.isStopping()) return c.json(failure('server', 'Too many streams'), 503, later)
    c.header('cache-control', 'no-store')
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      const leave = enter(client)
      let waiting = 0
      const write = (event: 'change' | 'chains') => (data: AccountChange | ToldChains) => {
        if (waiting >= mostWaiting) return stream.abort()
        waiting += 1
        void stream.writeSSE({ event, data: JSON.stringify(data) }).finally(() => {
          waiting -= 1
        })
      }
      let wake = () => {}
      stream.onAbort(() => wake())
      const unsubscribe = listen(context, chains, found.address, write('change'), write('chains'))
      try {
        await Promise.all(chains.map((chain) => context.indexer.watch(Number(chain.id), found.address as Hex)))
        while (!stream.aborted && !context.isStopping()) {
          await stream.write(': \n\n')
          if (stream.aborted) break
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, beat)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } finally {
        unsubscribe()
        leave()
      }
    })
  })
}
