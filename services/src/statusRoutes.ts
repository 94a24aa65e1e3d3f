import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ApiEnv } from './api/context.js'
import type { Chain } from './config/chains.js'
import { isServed } from './config/networks.js'
import { databaseRetryAfter } from './db/isUnavailable.js'
import type { Gateway } from './gateway/gateway.js'
import { etagOf, isFresh } from './http/etag.js'
import { oncePer } from './http/oncePer.js'
import type { Indexer } from './indexer/openIndexer.js'
import { version } from './version.js'

const chainLists = z.object({ http: z.array(z.string()), ws: z.array(z.string()) }).openapi('SupportedChains')
const indexing = z
  .object({
    mode: z.enum(['full', 'watch']),
    block: z.number(),
    lag: z.number(),
    leading: z.boolean(),
    internalTransfers: z.boolean().optional(),
    untracedTo: z.number().optional(),
    problem: z.string().optional(),
  })
  .openapi('Indexing')
const readiness = z
  .object({
    ready: z.boolean(),
    database: z.boolean(),
    stopping: z.boolean(),
    chains: z.record(z.string(), z.object({ upstreams: z.number(), usable: z.number(), ofAnotherChain: z.number().optional() })),
    /** Of chains whose history is kept here. Null while the database does not answer. */
    indexer: z.record(z.string(), indexing).nullable(),
  })
  .openapi('Readiness')

export type StatusContext = {
  readonly chains: readonly Chain[]
  readonly gateway: Pick<Gateway, 'status'>
  readonly indexer: Pick<Indexer, 'status'>
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>
  readonly isStopping: () => boolean
}

/** Whether the database answers. @param ping rejects when it does not */
export const isThere = (ping: () => Promise<void>): Promise<boolean> =>
  ping().then(
    () => true,
    () => false,
  )

/** Probes are answered on the secure origin, too, where no page may frame anything but the wallet. */
const noDocument = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/** `GET /v1/supported-chains`, `GET /health` (the process lives) and `GET /ready` (it can do its work). */
export function statusRoutes(app: OpenAPIHono<ApiEnv>, context: StatusContext): void {
  const chains = { http: context.chains.filter(isServed).map((chain) => chain.caipNetworkId as string), ws: [] as string[] }
  const etag = etagOf(JSON.stringify(chains))
  const started = Date.now()
  const commit = process.env.LATCHKEY_COMMIT || 'unknown'

  app.openapi(
    createRoute({
      method: 'get',
      path: '/v1/supported-chains',
      summary: 'CAIP-2 ids of the chains that the gateway serves',
      responses: {
        200: { description: 'The chains.', content: { 'application/json': { schema: chainLists } } },
        304: { description: 'Unchanged.' },
      },
    }),
    (c) => {
      const headers = { etag, 'cache-control': 'public, max-age=300' }
      return isFresh(c.req.header('if-none-match') ?? null, etag) ? c.body(null, 304, headers) : c.json(chains, 200, headers)
    },
  )
  app.openapi(
    createRoute({
      method: 'get',
      path: '/health',
      summary: 'The process lives',
      responses: { 200: { description: 'Always.', content: { 'text/plain': { schema: z.string() } } } },
    }),
    (c) => {
      const seconds = Math.floor((Date.now() - started) / 1_000)
      const features = 'edge,projects,gateway'
      return c.text(`OK v${version}, commit hash: ${commit}, features: ${features}, uptime: ${seconds} seconds`, 200, {
        ...noDocument,
      })
    },
  )
  // Anybody may ask, as often as they like.
  const stored = oncePer(1_000, async () => {
    const database = await isThere(context.ping)
    return { database, indexer: database ? await context.indexer.status().catch(() => null) : null }
  })
  const answer = { 'application/json': { schema: readiness } }
  app.openapi(
    createRoute({
      method: 'get',
      path: '/ready',
      summary: 'The process can do its work',
      responses: {
        200: { description: 'Ready.', content: answer },
        503: { description: 'Stopping, or without its database.', content: answer },
      },
    }),
    async (c) => {
      const { database, indexer } = await stored()
      const stopping = context.isStopping()
      const ready = database && !stopping
      // A chain without a usable node, or whose history lags, is reported, but other chains go on: it does not take the process out of service.
      return c.json({ ready, database, stopping, chains: context.gateway.status(), indexer }, ready ? 200 : 503, {
        ...noDocument,
        ...(ready ? {} : { 'retry-after': databaseRetryAfter }),
      })
    },
  )
}
