import { type OpenAPIHono, z } from '@hono/zod-openapi'
import { codes } from '@latchkey/protocol'
import { bodyLimit } from 'hono/body-limit'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure, failureSchema } from '../api/envelope.js'
import { requireProject } from '../api/middleware.js'
import { networkRule } from '../config/networks.js'
import { errorOutcome, writeReply } from '../gateway/reply.js'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import type { Bundlers } from './bundlers.js'
import { bundlerMethods, isForPaymaster } from './bundlers.js'

/** A user operation with a large batch in it is some ten kilobytes. */
const maxBody = 512 * 1_024

const call = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).default(null),
    method: z.enum(bundlerMethods),
    params: z.array(z.unknown()).default([]),
  })
  .openapi('BundlerCall')
const reply = z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), result: z.unknown().optional(), error: z.unknown().optional() })
const query = z.object({
  projectId: z.string().optional(),
  chainId: z.string().openapi({ description: 'CAIP-2 id of a configured EVM chain with a bundler.', example: 'eip155:8453' }),
  bundler: z
    .string()
    .optional()
    .openapi({ description: 'Left out or `pimlico`: the one that the operator configured. Others are refused.' }),
})

const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })

/**
 * `POST /v1/bundler`: user operations go to the bundler, and questions of who pays to the paymaster, that the operator
 * configured for the chain. One call a request; no address comes from a caller.
 */
export function bundlerRoutes(app: OpenAPIHono<ApiEnv>, context: ApiContext & { readonly bundlers: Bundlers }): void {
  const { bundlers, chains, log } = context
  const mayUse = networkRule(context.config)
  const takeSponsored = createRateLimiter(context.config.limits.paymaster)
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/bundler',
    summary: 'User operations (ERC-4337)',
    description: 'To the bundler of the chain; methods that begin with pm_ to its paymaster. One call a request.',
    request: { query, body: { content: { 'application/json': { schema: call } } } },
    responses: {
      200: json(reply, 'The answer of the bundler or the paymaster, its errors too.'),
      400: json(failureSchema, 'Not JSON, a chain without a bundler, or an unknown bundler.'),
      401: json(failureSchema, 'Unknown project.'),
      403: json(failureSchema, 'A page of an origin that the project does not allow.'),
      413: json(failureSchema, 'Too large.'),
      422: json(failureSchema, 'No single call of one of the methods.'),
      429: json(z.union([failureSchema, reply]), 'Too many requests, or questions to the paymaster; Retry-After says when to come back.'),
      503: json(reply, 'The bundler does not answer; Retry-After says when to come back.'),
    },
  })
  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  app.post('/v1/bundler', requireProject(context, 401), limitBody, async (c) => {
    const { chainId = '', bundler } = c.req.query()
    if (bundler !== undefined && bundler !== 'pimlico') return c.json(failure('bundler', 'Unsupported bundler'), 400)
    const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)
    if (!chain || !bundlers.serves(chainId) || !mayUse(c.var.project, chain))
      return c.json(failure('chainId', 'chainId must name a configured chain with a bundler, for example eip155:8453'), 400)
    const body: unknown = await c.req.json().catch(() => undefined)
    if (body === undefined) return c.json(failure('body', 'Parse error'), 400)
    const parsed = call.safeParse(body)
    if (!parsed.success) return c.json(failure(parsed.error.issues[0]?.path.map(String).join('.') || 'body', 'Unsupported call'), 422)
    const { id, method, params } = parsed.data
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    if (isForPaymaster(method)) {
      const decision = takeSponsored(c.env?.ip ?? '')
      // As a paymaster refuses: the account pays then.
      const refusal = errorOutcome(codes.limitExceeded, 'Too many questions to the paymaster')
      if (!decision.allowed) return c.body(writeReply(JSON.stringify(id), refusal), 429, { ...headers, ...rateHeaders(decision) })
    }
    const started = performance.now()
    const outcome = await bundlers.ask(chainId, { method, params })
    const milliseconds = Math.round(performance.now() - started)
    log.debug({ requestId: c.var.requestId, chainId, method, outcome: outcome.kind, milliseconds }, 'Bundler')
    if (outcome.kind !== 'failed') return c.body(writeReply(JSON.stringify(id), outcome), 200, headers)
    const unavailable = errorOutcome(codes.internal, 'The bundler is temporarily unavailable')
    return c.body(writeReply(JSON.stringify(id), unavailable), 503, { ...headers, 'retry-after': String(outcome.retryAfter) })
  })
}
