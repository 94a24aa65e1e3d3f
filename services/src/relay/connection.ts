import { codes } from '@latchkey/protocol'
import type { RawData, WebSocket } from 'ws'
import type { Hub, Subscriber } from './hub.js'
import { errorFrame, readFrame, resultFrame } from './jsonRpc.js'
import type { RelayLimits } from './limits.js'
import type { Mail, MailStore } from './mailStore.js'
import { type Caller, type createMethods, subscriptionId } from './methods.js'
import { createOutbox } from './outbox.js'
import { RelayError, toRelayError } from './relayError.js'
import { createTokenBucket } from './tokenBucket.js'

/** Close codes of the protocol. */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013, refused: 3000, stale: 4008 } as const

/** Calls of one socket that may wait for their turn. */
const longestQueue = 1_000

export type ConnectionContext = {
  readonly clientId: string
  readonly hub: Hub
  readonly store: MailStore
  readonly methods: ReturnType<typeof createMethods>
  readonly limits: RelayLimits
  readonly now: () => number
  /** Something broke that is not the client's fault. */
  readonly onError: (error: unknown) => void
}

export type Connection = {
  /** Redelivery, heartbeat and staleness; called often. */
  tick(): void
  close(code: number, reason: string): void
}

/** Serves one client's socket until it closes. */
export function createConnection(socket: WebSocket, context: ConnectionContext): Connection {
  const { clientId, hub, store, methods, limits, now, onError } = context
  /** Per topic, the newest message there was at the subscription: everything after it is delivered whoever else acknowledged it. */
  const topics = new Map<string, number>()
  const mayTalk = createTokenBucket(limits.rate, now)
  /** Subscribed, but not yet answered: a client drops messages of a topic that it doesn't know to be subscribed. */
  const held = new Set<string>()
  let turn = Promise.resolve()
  let queued = 0
  let heardAt = now()
  let pingedAt = now()
  let pong = true

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    socket.send(text)
    // It does not read. The mailbox keeps what it misses.
    if (socket.bufferedAmount > limits.backlog) socket.terminate()
  }

  const outbox = createOutbox((mail, call) => {
    const { topic, message, publishedAt, tag, attestation } = mail
    const data = { topic, message, publishedAt, tag, ...(attestation === null ? {} : { attestation }) }
    const params = { id: subscriptionId(topic, clientId), data }
    send(JSON.stringify({ id: call, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }, now)

  const subscriber: Subscriber = {
    clientId,
    deliver(mail: Mail) {
      if (topics.has(mail.topic) && !held.has(mail.topic)) outbox.deliver(mail)
    },
    interest(topic) {
      const after = topics.get(topic)
      return after === undefined ? undefined : { clientId, topic, after }
    },
  }

  const caller: Caller = {
    clientId,
    async subscribe(wanted) {
      const fresh = [...new Set(wanted)].filter((topic) => !topics.has(topic))
      if (topics.size + fresh.length > limits.subscriptionsPerSocket) throw new RelayError('Too many subscriptions')
      const newest = await store.newest()
      if (socket.readyState !== socket.OPEN) return []
      for (const topic of wanted) {
        outbox.forget(topic)
        topics.set(topic, newest)
        held.add(topic)
        hub.add(topic, subscriber)
      }
      return wanted.map((topic) => subscriptionId(topic, clientId))
    },
    unsubscribe(unwanted) {
      for (const topic of unwanted) {
        topics.delete(topic)
        held.delete(topic)
        outbox.forget(topic)
        hub.remove(topic, subscriber)
      }
    },
  }

  /** After the answer: sends what waits in the mailboxes of new subscriptions, and what came meanwhile. */
  async function release(): Promise<void> {
    if (held.size === 0) return
    const interests = [...held].flatMap((topic) => subscriber.interest(topic) ?? [])
    held.clear()
    for (const { mail } of await store.waiting(interests, now(), limits.mailbox * interests.length)) subscriber.deliver(mail)
  }

  async function answer(id: string, name: string, params: unknown): Promise<void> {
    const method = methods[name]
    if (!method) return send(errorFrame(id, { code: codes.methodNotFound, message: 'Method not found' }))
    try {
      send(resultFrame(id, await method(caller, params)))
    } catch (error) {
      const told = toRelayError(error)
      if (told.code === codes.internal) onError(error)
      send(errorFrame(id, told))
    }
    await release()
  }

  function onMessage(data: RawData, isBinary: boolean): void {
    heardAt = now()
    const frame = isBinary ? undefined : readFrame(String(data))
    if (frame?.kind === 'response') {
      const mail = frame.ok ? outbox.acknowledge(frame.id) : undefined
      // An acknowledgement that answers a delivery is free: the sender of that message has paid.
      if (mail) return void store.receive(clientId, mail).catch(onError)
    }
    queued += 1
    if (!mayTalk() || queued > longestQueue) {
      socket.close(closeCodes.tryAgainLater, 'Too many requests')
      return
    }
    // One after the other: a client's messages keep their order.
    turn = turn
      .then(async () => {
        if (frame?.kind === 'request') await answer(frame.id, frame.method, frame.params)
        else if (!frame) send(errorFrame('null', { code: codes.invalidRequest, message: 'Invalid request' }))
      })
      .catch(onError)
      .finally(() => {
        queued -= 1
      })
  }

  socket.on('message', onMessage)
  socket.on('pong', () => {
    pong = true
  })
  // Too large a frame, broken UTF-8: ws closes the socket with the right code by itself.
  socket.on('error', () => undefined)
  socket.on('close', () => caller.unsubscribe([...topics.keys()]))

  return {
    tick() {
      outbox.tick(limits.redeliverAfter, limits.redeliveries)
      if (topics.size === 0 && now() - heardAt >= limits.staleAfter) return socket.close(closeCodes.stale, 'Stale connection')
      if (now() - pingedAt < limits.pingInterval) return
      if (!pong) return socket.terminate()
      pingedAt = now()
      pong = false
      socket.ping()
    },
    close(code, reason) {
      socket.close(code, reason)
    },
  }
}
