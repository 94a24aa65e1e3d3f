import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { requestIdOf } from './api/middleware.js'
import { hostnameOf } from './edge/edge.js'
import { plainHeaders } from './edge/headers.js'
import type { Part } from './edge/parts.js'
import { isGatewayRequest } from './gateway/gatewayHandler.js'
import { loggablePath } from './http/loggablePath.js'
import { refuseUnknownUpgrade } from './http/refuseUpgrade.js'
import type { Relay } from './relay/createRelay.js'
import { relayPath } from './relay/openRelay.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export type ServerOptions = {
  readonly edge: (request: Request, incoming: IncomingMessage, requestId: string) => ReturnType<Part>
  readonly gateway: Handler
  /** Undefined when this server is no relay. */
  readonly relay: Pick<Relay, 'handleUpgrade'> | undefined
  /** Whether a `Host` header means the API. */
  readonly isApiHost: (header: string | undefined) => boolean
  readonly log: Logger
  readonly hashAddresses: boolean
}

/** Milliseconds. A client that sends slower than this is cut off. */
const requestTimeout = 30_000
const headersTimeout = 10_000
/** How often slow clients are looked for: Node's own 30 s would be added to each timeout. */
const connectionsCheckingInterval = 5_000
/** Longer than the idle time of common proxies, so that it is the proxy who closes a connection. */
const keepAliveTimeout = 65_000

/** Whether a path of one of the apps is that of a file, and not of a document. */
const isFile = (path: string) => /\.(?!html$)\w+$/.test(path)

/** Makes the one HTTP server: the gateway directly, everything else through the edge. */
export function createHttpServer({ edge, gateway, relay, isApiHost, log, hashAddresses }: ServerOptions): Server {
  const isApi = ({ headers }: IncomingMessage) => isApiHost(headers.host)
  const ids = new WeakMap<IncomingMessage, string>()
  const listener = getRequestListener((request, bindings) => {
    const incoming = bindings.incoming as IncomingMessage
    return edge(request, incoming, ids.get(incoming) ?? '')
  })
  const server = createServer({ requestTimeout, headersTimeout, connectionsCheckingInterval, keepAliveTimeout }, (request, response) => {
    if (isGatewayRequest(request) && isApi(request)) {
      void gateway(request, response)
      return
    }
    const started = performance.now()
    const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined)
    ids.set(request, requestId)
    response.setHeader('x-request-id', requestId)
    response.once('finish', () => {
      const milliseconds = Math.round(performance.now() - started)
      const path = loggablePath(request.url ?? '', hashAddresses)
      const { statusCode: status } = response
      const level = status >= 500 ? 'warn' : status < 400 && isFile(path) && !isApi(request) ? 'debug' : 'info'
      log[level]({ requestId, host: request.headers.host, method: request.method, path, status, milliseconds }, 'HTTP')
    })
    if (hostnameOf(request.headers.host) === null) response.writeHead(400, plainHeaders()).end('The Host header is missing or malformed.\n')
    else void listener(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (relay && path === relayPath && isApi(request)) relay.handleUpgrade(request, socket, head)
    else refuseUnknownUpgrade(socket)
  })
  return server
}

/**
 * Starts to listen.
 *
 * @returns the port, which matters when 0 was asked for
 * @throws Error with a plain sentence when the port is taken
 */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened (${error.code})`
      reject(new Error(`Port ${port} on ${host} ${reason}.`))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/**
 * Knows every socket of a server, those too that are HTTP no longer: Node forgets them, and waits for them when it stops.
 *
 * @returns cuts those that are left
 */
export function trackSockets(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Stops: no new connections, time to finish what is under way, then the rest is cut.
 *
 * @param cut of {@link trackSockets}
 * @param drain milliseconds
 */
export async function stop(server: Server, cut: () => void, drain: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(cut, drain)
  await closed
  clearTimeout(timer)
}
