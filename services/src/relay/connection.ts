import { codes } from '@latchkey/protocol'
import type { RawData, WebSocket } from 'ws'
import { createTokenBucket } from '../http/tokenBucket.js'
import type { Hub, Subscriber } from './hub.js'
import { errorFrame, readFrame, resultFrame } from './jsonRpc.js'
import type { RelayLimits } from './limits.js'
import type { Mail, MailStore } from './mailStore.js'
import { type Caller, type createMethods, subscriptionId } from './methods.js'
import { createOutbox } from './outbox.js'
import { RelayError, toRelayError } from './relayError.js'
import type { SocketUsage } from './usage.js'

/** Close codes of the protocol. */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013, refused: 3000, stale: 4008 } as const

/** Calls of one socket that may wait for their turn. */
const longestQueue = 1_000
/** Messages that are read from the store at a time: with the largest envelopes 2 MB, of which each is written before more are read. */
const page = 20

export type ConnectionContext = {
  readonly clientId: string
  readonly hub: Hub
  readonly store: MailStore
  readonly methods: ReturnType<typeof createMethods>
  readonly limits: RelayLimits
  readonly usage: SocketUsage
  /** Bytes that wait in all sockets together. */
  readonly outgoing: { bytes: number }
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
  const { clientId, hub, store, methods, limits, usage, outgoing, now, onError } = context
  /** Per topic, the newest message there was at the subscription: everything after it is delivered whoever else acknowledged it. */
  const topics = new Map<string, number>()
  const mayTalk = createTokenBucket(limits.rate, now)
  /** Subscribed, but not yet answered: a client drops messages of a topic that it doesn't know to be subscribed. */
  const held = new Set<string>()
  let turn = Promise.resolve()
  let queued = 0
  let queuedBytes = 0
  let heardAt = now()
  let pingedAt = now()
  let pong = true

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    outgoing.bytes += text.length
    socket.send(text, () => {
      outgoing.bytes -= text.length
    })
    // It does not read. The mailbox keeps what it misses.
    const waiting = socket.bufferedAmount
    if (waiting > limits.backlog || (outgoing.bytes > limits.backlogs && waiting > limits.backlog / 16)) socket.terminate()
  }

  /** Until all that was sent has left, or the socket has closed. */
  const drained = () =>
    new Promise<void>((resolve) => (socket.readyState === socket.OPEN ? socket.ping('', false, () => resolve()) : resolve()))

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
      // A call that waited for its turn: a socket that has closed could give nothing back any more.
      if (socket.readyState !== socket.OPEN) return []
      const fresh = [...new Set(wanted)].filter((topic) => !topics.has(topic))
      const tooMany = topics.size + fresh.length > limits.subscriptionsPerSocket
      if (tooMany || !usage.topics(fresh.length)) throw new RelayError('Too many subscriptions')
      const newest = await store.newest().catch((error: unknown) => {
        // A socket that has closed has given back everything.
        if (socket.readyState !== socket.CLOSED) usage.topics(-fresh.length)
        throw error
      })
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
        if (topics.delete(topic)) usage.topics(-1)
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
    for (let from = 0; socket.readyState === socket.OPEN; ) {
      const found = await store.waiting(interests, now(), page, from)
      for (const { mail } of found) subscriber.deliver(mail)
      from = found.at(-1)?.mail.seq ?? from
      if (found.length < page) return
      await drained()
    }
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
    await release().catch((error: unknown) => {
      onError(error)
      // It counts as subscribed, and nobody else would send it what waits: it connects and asks again.
      socket.close(closeCodes.tryAgainLater, 'Unavailable')
    })
  }

  function onMessage(data: RawData, isBinary: boolean): void {
    heardAt = now()
    const frame = isBinary ? undefined : readFrame(String(data))
    if (frame?.kind === 'response') {
      const mail = frame.ok ? outbox.acknowledge(frame.id) : undefined
      // An acknowledgement that answers a delivery is free: the sender of that message has paid.
      if (mail) return void store.receive(clientId, mail).catch(onError)
    }
    const size = (data as Buffer).length
    queued += 1
    queuedBytes += size
    if (!mayTalk().allowed || !usage.bytes(size) || queued > longestQueue) {
      socket.close(closeCodes.tryAgainLater, 'Too many requests')
      return
    }
    // What is not read waits with the client, and not in our memory.
    if (queuedBytes > limits.queue) socket.pause()
    // One after the other: a client's messages keep their order.
    turn = turn
      .then(async () => {
        if (frame?.kind === 'request') await answer(frame.id, frame.method, frame.params)
        else if (!frame) send(errorFrame('null', { code: codes.invalidRequest, message: 'Invalid request' }))
      })
      .catch(onError)
      .finally(() => {
        queued -= 1
        queuedBytes -= size
        if (socket.isPaused && queuedBytes <= limits.queue) socket.resume()
      })
  }

  async function repeat(seqs: readonly number[]): Promise<void> {
    for (let at = 0; at < seqs.length; at += page) {
      for (const mail of await store.read(seqs.slice(at, at + page))) outbox.repeat(mail)
      await drained()
    }
  }

  socket.on('message', onMessage)
  socket.on('pong', () => {
    pong = true
  })
  // Too large a frame, broken UTF-8: ws closes the socket with the right code by itself.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    caller.unsubscribe([...topics.keys()])
    usage.leave()
  })

  return {
    tick() {
      const due = outbox.due(limits.redeliverAfter, limits.redeliveries)
      if (due.length > 0) void repeat(due).catch(onError)
      if (topics.size === 0 && now() - heardAt >= limits.staleAfter) return socket.close(closeCodes.stale, 'Stale connection')
      // A socket that is not read cannot be heard either.
      if (now() - pingedAt < limits.pingInterval || socket.isPaused) return
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
