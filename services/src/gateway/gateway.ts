/* The JSON-RPC gateway: one address for every chain, behind which are rules, a cache and several nodes. */

import { alerts, codes } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { isServed, networkRule } from '../config/networks.js'
import type { Config } from '../config/schema.js'
import { createRateLimiter, rateHeaders } from '../http/rateLimiter.js'
import type { ReadBody } from '../http/readBody.js'
import { originMayAsk, ownOrigins } from '../projects/originMayAsk.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'
import { type AskChain, askChainOf } from './askChain.js'
import { type ChainService, type ChainStatus, createChainService, type GatewayEvents } from './chainService.js'
import { createJsonReader } from './jsonReader.js'
import { type Body, type Item, mostValues } from './parseBody.js'
import type { Outcome } from './readReply.js'
import { errorOutcome, writeReply } from './reply.js'

/** One HTTP request, as far as the gateway cares. */
export type GatewayRequest = {
  readonly chainId: string | null
  readonly projectId: string | null
  readonly origin: string | undefined
  /** Address to count by. */
  readonly ip: string
  /** Bytes that the body has, as announced; undefined when it comes in pieces. */
  readonly announced: number | undefined
  /** Reads the body. Who may not ask is refused without it, unless it is small. */
  readonly read: () => Promise<ReadBody>
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
  /** For the server's own questions. */
  readonly ask: AskChain
  readonly status: () => Record<string, ChainStatus>
  readonly close: () => Promise<void>
}

const noHeaders = {}
const invalidRequest = errorOutcome(codes.invalidRequest, 'Invalid request')
/** Bytes of a request body. */
export const maxBodyBytes = 5 * 1_048_576
/** Bytes of a body that is read for its id alone, so that a refusal names the call that it refuses. */
const readForId = 16_384
/** Bytes that cost as much as one call. */
const bytesPerCall = 65_536

/** What a request costs before it is read: a call, and what it announces to be large for. */
const priceOf = ({ announced = 0 }: Pick<GatewayRequest, 'announced'>) => 1 + Math.floor(announced / bytesPerCall)

/** The id to answer a refusal with: a single call's own, else null. */
const idOf = (body: Body | null | 'too-complex') => {
  if (body === null || body === 'too-complex' || body.kind !== 'single') return 'null'
  const { item } = body
  return item.kind === 'call' ? item.call.id : item.kind === 'invalid' ? item.id : 'null'
}

const methodOf = (body: Body) =>
  body.kind === 'batch' ? `batch of ${body.items.length}` : body.item.kind === 'call' ? body.item.call.method : body.item.kind

/** Why a request is not answered, before it has an id. */
type Refused = {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request that may be read goes to. */
type Admitted = { readonly service: ChainService; readonly caller: string; readonly headers: Readonly<Record<string, string>> }

const refuse = ({ status, code, message, headers = noHeaders }: Refused, id: string): GatewayAnswer => ({
  status,
  body: writeReply(id, errorOutcome(code, message)),
  headers,
})

/** What is refused for what it is, once it was read. */
const refusedReads: Readonly<Record<Exclude<ReadBody, Buffer>, Refused>> = {
  'too-large': { status: 413, code: codes.limitExceeded, message: `A request may have at most ${maxBodyBytes} bytes` },
  busy: { status: 503, code: codes.limitExceeded, message: 'Too many large requests at a time', headers: { 'retry-after': '1' } },
}

async function answerSingle(
  service: ChainService,
  item: Item,
  caller: string,
): Promise<Pick<GatewayAnswer, 'status' | 'body' | 'headers'>> {
  if (item.kind === 'notification') return { status: 204, body: null, headers: noHeaders }
  if (item.kind === 'invalid') return { status: 400, body: writeReply(item.id, invalidRequest), headers: noHeaders }
  const answered = service.answer(item.call, caller)
  const outcome = answered instanceof Promise ? await answered : answered
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
 * The JSON-RPC gateway: checks who asks and what, then answers from rules, cache or nodes.
 *
 * @param events `onSent` hears of every transaction that a node has accepted; `log` of nodes of another chain
 */
export function createGateway(config: Config, chains: readonly Chain[], projects: ProjectStore, events: GatewayEvents = {}): Gateway {
  const json = createJsonReader()
  const open = (chain: Chain) => createChainService(chain, config.limits.logsRange, json, events)
  const services = new Map(chains.filter(isServed).map((chain) => [chain.caipNetworkId as string, open(chain)]))
  const { burst } = config.limits.rpc
  const take = createRateLimiter(config.limits.rpc)
  const own = ownOrigins(config)
  const mayUse = networkRule(config)

  type Found = Project | null | 'unavailable'
  const findProject = (id: string | null): Found | Promise<Found> => {
    if (!id) return null
    const known = projects.peek(id)
    return known === undefined ? projects.get(id).catch(() => 'unavailable' as const) : known
  }

  /** What can be decided before a request's body is read, so that a refused caller costs nothing more. */
  const judge = (request: GatewayRequest, project: Found): Refused | Admitted => {
    if (project === 'unavailable')
      return { status: 503, code: codes.internal, message: alerts.serverError, headers: { 'retry-after': '1' } }
    if (!project) {
      const message = request.projectId ? alerts.invalidProjectId : alerts.projectIdNotConfigured
      return { status: 401, code: codes.unauthorized, message }
    }
    if (!originMayAsk(project, request.origin, own)) return { status: 403, code: codes.unauthorized, message: alerts.originNotAllowed }
    const caller = `${project.id} ${request.ip}`
    const decision = take(caller, priceOf(request))
    const headers = rateHeaders(decision)
    if (!decision.allowed) return { status: 429, code: codes.limitExceeded, message: alerts.rateLimited, headers }
    const service = services.get(request.chainId ?? '')
    if (!service || !mayUse(project, service.chain)) {
      const message = 'chainId must name a configured chain, for example eip155:1'
      return { status: 400, code: codes.invalidParams, message, headers }
    }
    if ((request.announced ?? 0) > maxBodyBytes) return { ...refusedReads['too-large'], headers }
    return { service, caller, headers }
  }

  const readId = async ({ announced = Number.POSITIVE_INFINITY, read }: GatewayRequest) => {
    if (announced > readForId) return 'null'
    const bytes = await read()
    return typeof bytes === 'string' ? 'null' : idOf(await json.request(bytes))
  }

  const answer = async (request: GatewayRequest): Promise<GatewayAnswer> => {
    // What is known is not waited for: every promise on this way is paid for by every call.
    const found = findProject(request.projectId)
    const judged = judge(request, found instanceof Promise ? await found : found)
    if ('status' in judged) return refuse(judged, await readId(request))
    const { service, caller } = judged
    const bytes = await request.read()
    if (typeof bytes === 'string') return refuse({ headers: judged.headers, ...refusedReads[bytes] }, 'null')
    const length = bytes.length
    const read = json.request(bytes)
    const body = read instanceof Promise ? await read : read
    const refused = (status: number, code: number, message: string, headers: Refused['headers'] = judged.headers) =>
      refuse({ status, code, message, headers }, idOf(body))
    if (body === 'too-complex')
      return refused(413, codes.limitExceeded, `A request may nest ${mostValues.depth} deep and hold ${mostValues.values} values`)

    // Paid before it was read: the first call, and its size if it was announced. What is dearer than the whole bucket passes when that was full.
    const isTooLong = body?.kind === 'batch' && body.items.length > config.limits.batch
    const size = body?.kind === 'batch' && !isTooLong ? body.items.length : 1
    const unannounced = request.announced === undefined ? Math.floor(length / bytesPerCall) : 0
    const rest = Math.min(Math.max(0, size - 1) + unannounced, Math.max(0, burst - priceOf(request)))
    const decision = rest > 0 ? take(caller, rest) : undefined
    const headers = decision ? rateHeaders(decision) : judged.headers
    if (decision?.allowed === false) return refused(429, codes.limitExceeded, alerts.rateLimited, headers)

    if (!body) return refused(400, codes.parse, 'Parse error', headers)
    if (body.kind === 'batch' && body.items.length === 0) return refused(400, codes.invalidRequest, 'Invalid request', headers)
    if (isTooLong) return refused(413, codes.limitExceeded, `A batch may hold at most ${config.limits.batch} calls`, headers)

    const result = body.kind === 'single' ? await answerSingle(service, body.item, caller) : await answerBatch(service, body.items, caller)
    return { ...result, headers: { ...headers, ...result.headers }, method: methodOf(body) }
  }

  return {
    answer,
    ask: askChainOf(services),
    status: () => Object.fromEntries([...services].map(([id, service]) => [id, service.status()])),
    close: async () => {
      await Promise.all([json.close(), ...[...services.values()].map((service) => service.close())])
    },
  }
}
