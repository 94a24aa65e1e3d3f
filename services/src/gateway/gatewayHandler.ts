import type { IncomingMessage, ServerResponse } from 'node:http'
import { codes } from '@latchkey/protocol'
import type { Logger } from 'pino'
import { exposedHeaders, requestIdOf } from '../api/middleware.js'
import { clientAddress } from '../http/clientAddress.js'
import { readBody } from '../http/readBody.js'
import type { Gateway, GatewayAnswer } from './gateway.js'
import { errorOutcome, writeReply } from './reply.js'

/** Bytes of a request body (services.md 5.3). */
export const maxBodyBytes = 5 * 1_048_576
/** Milliseconds after which an answer is worth a warning. */
const slow = 2_000

type Query = { readonly chainId: string | null; readonly projectId: string | null }

/** Reads the query once per URL: a page asks the same one again and again. */
function createQueryReader(): (url: string) => Query {
  const known = new Map<string, Query>()
  return (url) => {
    const found = known.get(url)
    if (found) return found
    const at = url.indexOf('?')
    const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at))
    const query = { chainId: parameters.get('chainId'), projectId: parameters.get('projectId') }
    if (known.size >= 1_000) known.clear()
    if (url.length <= 500) known.set(url, query)
    return query
  }
}

const tooLarge: GatewayAnswer = {
  status: 413,
  body: writeReply('null', errorOutcome(codes.limitExceeded, `A request may have at most ${maxBodyBytes} bytes`)),
  headers: { connection: 'close' },
}

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(','),
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** True for the requests that {@link createGatewayHandler} answers; `GET` and preflights go the way of all other endpoints. */
export function isGatewayRequest(request: IncomingMessage): boolean {
  if (request.method !== 'POST') return false
  const url = request.url ?? ''
  return url === '/v1' || url === '/v1/' || url.startsWith('/v1?') || url.startsWith('/v1/?')
}

/**
 * Serves the gateway on Node's own request and response: it takes most of the traffic, and a router, a `Request` and a `Response` per call
 * would cost more than the call.
 */
export function createGatewayHandler(gateway: Gateway, log: Logger, trustedProxies: number) {
  const queryOf = createQueryReader()

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now()
    const { headers } = request
    const id = requestIdOf(headers['x-request-id'] as string | undefined)
    const { chainId, projectId } = queryOf(request.url ?? '')
    let answer: GatewayAnswer
    try {
      const forwarded = headers['x-forwarded-for'] as string | undefined
      const ip = clientAddress(request.socket.remoteAddress, forwarded, trustedProxies)
      const body = await readBody(request, maxBodyBytes)
      answer = body === null ? tooLarge : await gateway.answer({ chainId, projectId, origin: headers.origin, ip, body })
    } catch (error) {
      if (request.destroyed && !response.writable) return
      log.error({ requestId: id, chainId, projectId, error: (error as Error).message }, 'The gateway failed')
      answer = { status: 500, body: writeReply('null', errorOutcome(codes.internal, 'Internal server error')), headers: {} }
    }
    const milliseconds = Math.round(performance.now() - started)
    const facts = { requestId: id, chainId, projectId, method: answer.method, status: answer.status, milliseconds }
    if (answer.status >= 500 || milliseconds >= slow) log.warn(facts, 'JSON-RPC')
    else log.debug(facts, 'JSON-RPC')

    const all: Record<string, string | number> = { ...shared, 'x-request-id': id, ...answer.headers }
    if (answer.body === null) {
      response.writeHead(answer.status, all).end()
      return
    }
    all['content-type'] = 'application/json'
    all['content-length'] = Buffer.byteLength(answer.body)
    response.writeHead(answer.status, all).end(answer.body)
  }
}
