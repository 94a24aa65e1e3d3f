import type { IncomingMessage, ServerResponse } from 'node:http'
import { codes } from '@latchkey/protocol'
import type { Logger } from 'pino'
import { exposedHeaders, requestIdOf } from '../api/middleware.js'
import { clientAddress } from '../http/clientAddress.js'
import { announcedBytes, createBodyReader } from '../http/readBody.js'
import { loggableError } from '../log.js'
import { type Gateway, type GatewayAnswer, maxBodyBytes } from './gateway.js'
import { errorOutcome, writeReply } from './reply.js'

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

/** Bytes of a rest that is read and thrown away, so that the connection can be used again; beyond them it is cut. */
const mostToDiscard = 65_536

const shared = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(','),
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** True for the requests that {@link createGatewayHandler} answers; the router answers `GET` and preflights, as for all other endpoints. */
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
  const bodies = createBodyReader(maxBodyBytes)

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now()
    const { headers } = request
    const id = requestIdOf(headers['x-request-id'] as string | undefined)
    const { chainId, projectId } = queryOf(request.url ?? '')
    const ip = clientAddress(request.socket.remoteAddress, headers['x-forwarded-for'] as string | undefined, trustedProxies)
    const announced = announcedBytes(request)
    const body = bodies(request, ip)
    let answer: GatewayAnswer
    try {
      answer = await gateway.answer({ chainId, projectId, origin: headers.origin, ip, announced, read: body.read })
    } catch (error) {
      if (request.destroyed && !response.writable) return
      log.error({ requestId: id, chainId, projectId, error: loggableError(error) }, 'The gateway failed')
      answer = { status: 500, body: writeReply('null', errorOutcome(codes.internal, 'Internal server error')), headers: {} }
    } finally {
      body.release()
    }
    const milliseconds = Math.round(performance.now() - started)
    const facts = { requestId: id, chainId, projectId, method: answer.method, status: answer.status, milliseconds }
    if (answer.status >= 500 || milliseconds >= slow) log.warn(facts, 'JSON-RPC')
    else if (answer.status >= 400) log.info(facts, 'JSON-RPC')
    else log.debug(facts, 'JSON-RPC')

    const all: Record<string, string | number> = { ...shared, 'x-request-id': id, ...answer.headers }
    if (!request.complete && (announced ?? mostToDiscard) >= mostToDiscard) all.connection = 'close'
    if (answer.body === null) {
      response.writeHead(answer.status, all).end()
      return
    }
    all['content-type'] = 'application/json'
    all['content-length'] = Buffer.byteLength(answer.body)
    response.writeHead(answer.status, all).end(answer.body)
  }
}
