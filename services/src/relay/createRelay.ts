/* The WalletConnect relay: mailboxes by topic over a websocket, in memory or shared by replicas through PostgreSQL. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientAddress } from '../http/clientAddress.js'
import { refuseUpgrade } from '../http/refuseUpgrade.js'
import { type Connection, closeCodes, createConnection } from './connection.js'
import { createHub } from './hub.js'
import { defaultLimits, type RelayLimits } from './limits.js'
import type { MailStore } from './mailStore.js'
import { createMethods } from './methods.js'
import { createRecent } from './recent.js'
import { invalidProject, invalidToken, RelayRefusal, tooManyClients } from './refusal.js'
import { createUsage } from './usage.js'
import { verifyToken } from './verifyToken.js'

export type RelayOptions = {
  /** Every URL that clients are configured with, for example `wss://relay.example.com`: tokens must be meant for one of them. */
  readonly audiences: readonly string[]
  /** Whether the project exists and may use the relay. */
  readonly isProject: (projectId: string) => boolean | Promise<boolean>
  readonly store: MailStore
  readonly limits?: Partial<RelayLimits>
  /** The address to count a client by; the connection's own when it is left out. */
  readonly addressOf?: (request: IncomingMessage) => string
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Something broke that is not a client's fault, for the log. Never contains a token or a message. */
  readonly onError?: (error: unknown) => void
}

export type Relay = {
  /** For a server's `upgrade` event: authenticates the client, then serves it. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket with 1001 and stops. Clients connect to another replica, or again. */
  close(): Promise<void>
  stats(): { readonly sockets: number; readonly topics: number }
}

/** How often sockets are looked after, milliseconds. */
const tickInterval = 1_000
/** How long a closing socket may take to say goodbye, milliseconds. */
const goodbye = 2_000
/** Messages that one look into the store brings at a time. */
const page = 50

const statusTexts = { 401: 'Unauthorized', 403: 'Forbidden', 503: 'Service Unavailable' } as const

function refuse(socket: Duplex, { status, message }: RelayRefusal): void {
  const head = [`HTTP/1.1 ${status} ${statusTexts[status]}`, 'Content-Type: text/plain', ...(status === 503 ? ['Retry-After: 5'] : [])]
  refuseUpgrade(socket, { head, body: message })
}

/** Closes a socket that is not served. What it still sends may break the protocol: without a listener that would end the process. */
function turnAway(socket: WebSocket, code: number, reason: string): void {
  socket.on('error', () => undefined)
  socket.close(code, reason)
}

/**
 * A relay of sealed messages between wallets and pages (the `irn` protocol): mailboxes by topic with a time to live, delivered at least
 * once to every subscriber but the sender. It cannot read what it carries.
 */
export function createRelay(options: RelayOptions): Relay {
  const { audiences, isProject, store, now = Date.now, onError = () => undefined } = options
  const addressOf = options.addressOf ?? (({ socket }: IncomingMessage) => clientAddress(socket.remoteAddress, undefined, 0))
  const limits = { ...defaultLimits, ...options.limits }
  const hub = createHub()
  const methods = createMethods({ store, hub, limits, now })
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.frame, clientTracking: false, perMessageDeflate: false })
  const connections = new Map<WebSocket, Connection>()
  const usage = createUsage(limits, now)
  const outgoing = { bytes: 0 }
  let closed = false

  async function authenticate(request: IncomingMessage, query: URLSearchParams): Promise<string> {
    if (closed || connections.size >= limits.sockets || !usage.mayConnect(addressOf(request))) throw new RelayRefusal(503, tooManyClients)
    const [scheme, bearer] = (request.headers.authorization ?? '').split(' ')
    const token = query.get('auth') ?? (scheme === 'Bearer' ? bearer : undefined)
    if (!token) throw new RelayRefusal(403, invalidToken)
    const clientId = await verifyToken(token, { audiences, now: now() })
    const projectId = query.get('projectId')
    if (!projectId || !(await isProject(projectId))) throw new RelayRefusal(401, invalidProject)
    return clientId
  }

  function serve(socket: WebSocket, clientId: string, address: string): void {
    const used = usage.enter(clientId, address)
    if (!used) {
      turnAway(socket, closeCodes.tryAgainLater, tooManyClients)
      return
    }
    connections.set(socket, createConnection(socket, { clientId, hub, store, methods, limits, usage: used, outgoing, now, onError }))
    socket.on('close', () => connections.delete(socket))
  }

  const recent = createRecent(now)
  /** Looks for messages that other replicas took in lately, for one topic or all. What is older was found when a client subscribed. */
  async function look(topic?: string): Promise<void> {
    const interests = hub.interests(topic)
    if (interests.length === 0) return
    let size = page
    for (let from = recent.since(await store.newest()); ; ) {
      const found = await store.waiting(interests, now(), size, from)
      for (const { clientId, mail } of found) hub.deliver(mail, clientId)
      const last = found.at(-1)
      if (!last || found.length < size) return
      // The last one may wait for more clients than were told now.
      if (last.mail.seq - 1 > from) from = last.mail.seq - 1
      else size *= 2
    }
  }

  let looking = false
  const every = (milliseconds: number, run: () => void | Promise<void>) =>
    setInterval(() => void Promise.resolve(run()).catch(onError), milliseconds)
  const timers = [
    every(Math.min(tickInterval, limits.pingInterval), () => {
      for (const connection of connections.values()) connection.tick()
    }),
    every(limits.pruneInterval, () => store.prune(now())),
  ]
  if (store.shared)
    timers.push(
      every(limits.pollInterval, async () => {
        if (looking) return
        looking = true
        await look().finally(() => {
          looking = false
        })
      }),
    )
  for (const timer of timers) timer.unref()
  const stopWaking = store.wake?.((topic) => void look(topic).catch(onError))
  stopWaking?.catch(onError)

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    closed = true
    for (const timer of timers) clearInterval(timer)
    await (await stopWaking?.catch(() => undefined))?.()
    await Promise.all(
      [...connections].map(
        ([socket, connection]) =>
          new Promise<void>((resolve) => {
            const timer = setTimeout(() => socket.terminate(), goodbye)
            socket.on('close', () => {
              clearTimeout(timer)
              resolve()
            })
            connection.close(closeCodes.goingAway, 'Terminating')
          }),
      ),
    )
  }

  return {
    handleUpgrade(request, socket, head) {
      // Until ws takes over: a client that resets the connection must not end the process.
      socket.on('error', () => undefined)
      const query = new URL(request.url ?? '/', 'http://relay').searchParams
      authenticate(request, query).then(
        (clientId) => server.handleUpgrade(request, socket, head, (upgraded) => serve(upgraded, clientId, addressOf(request))),
        (error: unknown) => {
          if (!(error instanceof RelayRefusal)) onError(error)
          const refusal = error instanceof RelayRefusal ? error : new RelayRefusal(503, 'Unavailable')
          // Browsers hide the status of a refused upgrade, so clients may ask for the reason in a close frame.
          if (query.get('useOnCloseEvent') === 'true' && refusal.status !== 503)
            server.handleUpgrade(request, socket, head, (upgraded) => turnAway(upgraded, closeCodes.refused, refusal.message))
          else refuse(socket, refusal)
        },
      )
    },
    close() {
      closing ??= close()
      return closing
    },
    stats: () => ({ sockets: connections.size, topics: hub.topics }),
  }
}
