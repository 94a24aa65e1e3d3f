import { alerts, codes } from '@latchkey/protocol'
import { originMayAsk, ownOrigins } from '../api/middleware.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { Config } from '../config/schema.js'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'
import { type ChainService, createChainService } from './chainService.js'
import { type Body, type Item, parseBody } from './parseBody.js'
import { errorOutcome, type Outcome, writeReply } from './reply.js'

/** One HTTP request, as far as the gateway cares. */
export type GatewayRequest = {
  readonly chainId: string | null
  readonly projectId: string | null
  readonly origin: string | undefined
  /** Address to count by. */
  readonly ip: string
  readonly body: string
}

/** What to answer; a body of null for notifications. `method` is for the log. */
export type GatewayAnswer = {
  readonly status: number
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly method?: string
}

export type Gateway = {
  readonly answer: (request: GatewayRequest) => Promise<GatewayAnswer>
  readonly status: () => Record<string, { readonly upstreams: number; readonly usable: number }>
  readonly close: () => Promise<void>
}

const noHeaders = {}
const invalidRequest = errorOutcome(codes.invalidRequest, 'Invalid request')

/** The id to answer a refusal with: a single call's own, else null. */
const idOf = (body: Body | null) => {
  if (body?.kind !== 'single') return 'null'
  const { item } = body
  return item.kind === 'call' ? item.call.id : item.kind === 'invalid' ? item.id : 'null'
}

const methodOf = (body: Body) =>
  body.kind === 'batch' ? `batch of ${body.items.length}` : body.item.kind === 'call' ? body.item.call.method : body.item.kind

function refusal(
  status: number,
  code: number,
  message: string,
  body: Body | null,
  headers: Record<string, string> = noHeaders,
): GatewayAnswer {
  return { status, body: writeReply(idOf(body), errorOutcome(code, message)), headers }
}

async function answerSingle(
  service: ChainService,
  item: Item,
  caller: string,
): Promise<Pick<GatewayAnswer, 'status' | 'body' | 'headers'>> {
  if (item.kind === 'notification') return { status: 204, body: null, headers: noHeaders }
  if (item.kind === 'invalid') return { status: 400, body: writeReply(item.id, invalidRequest), headers: noHeaders }
  const outcome = await service.answer(item.call, caller)
  const body = writeReply(item.call.id, outcome)
  if (outcome.kind !== 'failed') return { status: 200, body, headers: noHeaders }
  return { status: 503, body, headers: { 'retry-after': String(outcome.retryAfter) } }
}

async function answerBatch(
  service: ChainService,
  items: readonly Item[],
  caller: string,
): Promise<Pick<GatewayAnswer, 'status' | 'body' | 'headers'>> {
  const calls = items.flatMap((item) => (item.kind === 'call' ? [item.call] : []))
  const outcomes = await service.answerBatch(calls, caller)
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed')
  let next = 0
  const replies = items.flatMap((item) => {
    if (item.kind === 'notification') return []
    if (item.kind === 'invalid') return [writeReply(item.id, invalidRequest)]
    return [writeReply(item.call.id, outcomes[next++] as Outcome)]
  })
  if (replies.length === 0) return { status: 204, body: null, headers: noHeaders }
  const body = `[${replies.join(',')}]`
  // Partial success is success: what failed says so inside.
  if (failed.length === 0 || failed.length < outcomes.length) return { status: 200, body, headers: noHeaders }
  const retryAfter = Math.max(...failed.map((outcome) => outcome.retryAfter))
  return { status: 503, body, headers: { 'retry-after': String(retryAfter) } }
}

/**
 * The JSON-RPC gateway: checks who asks and what, then answers from rules, cache or nodes (services.md 5; specification section 9).
 */
export function createGateway(config: Config, chains: readonly Chain[], projects: ProjectStore): Gateway {
  const services = new Map(
    chains.filter(isServed).map((chain) => [chain.caipNetworkId as string, createChainService(chain, config.limits.logsRange)]),
  )
  const take = createRateLimiter(config.limits.rpc)
  const own = ownOrigins(config)

  const findProject = async (id: string | null): Promise<Project | null | 'unavailable'> => {
    if (!id) return null
    const known = projects.peek(id)
    return known === undefined ? projects.get(id).catch(() => 'unavailable' as const) : known
  }

  const answer = async (request: GatewayRequest): Promise<GatewayAnswer> => {
    const body = parseBody(request.body)
    const project = await findProject(request.projectId)
    if (project === 'unavailable') return refusal(503, codes.internal, alerts.serverError, body, { 'retry-after': '1' })
    if (!project) return refusal(401, codes.unauthorized, request.projectId ? alerts.invalidProjectId : alerts.projectIdNotConfigured, body)
    if (!originMayAsk(project, request.origin, own)) return refusal(403, codes.unauthorized, alerts.originNotAllowed, body)

    const caller = `${project.id} ${request.ip}`
    const size = body?.kind === 'batch' ? body.items.length : 1
    const decision = take(caller, Math.max(1, Math.min(size, config.limits.batch)))
    const headers = rateHeaders(decision)
    if (!decision.allowed) return refusal(429, codes.limitExceeded, alerts.rateLimited, body, headers)

    const service = services.get(request.chainId ?? '')
    if (!service) return refusal(400, codes.invalidParams, 'chainId must name a configured chain, for example eip155:1', body, headers)
    if (!body) return refusal(400, codes.parse, 'Parse error', body, headers)
    if (body.kind === 'batch' && body.items.length === 0) return refusal(400, codes.invalidRequest, 'Invalid request', body, headers)
    if (body.kind === 'batch' && body.items.length > config.limits.batch)
      return refusal(413, codes.limitExceeded, `A batch may hold at most ${config.limits.batch} calls`, body, headers)

    const result = body.kind === 'single' ? await answerSingle(service, body.item, caller) : await answerBatch(service, body.items, caller)
    return { ...result, headers: { ...headers, ...result.headers }, method: methodOf(body) }
  }

  return {
    answer,
    status: () => Object.fromEntries([...services].map(([id, service]) => [id, service.status()])),
    close: async () => {
      await Promise.all([...services.values()].map((service) => service.close()))
    },
  }
}
