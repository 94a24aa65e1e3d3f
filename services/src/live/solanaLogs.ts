import type { Logger } from 'pino'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { loggableError } from '../log.js'

/** Milliseconds until a connection that ended is tried again: the first time, and at most. */
const soonest = 1_000
const latest = 30_000
/** Milliseconds between two questions whether the node is still there: a connection can be gone without either end being told. */
const heartbeat = 30_000
/** Bytes of one message: a transaction writes 10 kB of logs at most. */
const mostBytes = 262_144

const message = z.union([
  z.object({ id: z.number(), result: z.number() }),
  z.object({
    method: z.literal('logsNotification'),
    params: z.object({
      subscription: z.number(),
      result: z.object({ value: z.object({ signature: z.string().max(128), err: z.unknown() }) }),
    }),
  }),
])

/** A transaction that mentions an account, once most of the network voted for it. */
export type Mention = { readonly signature: string; readonly failed: boolean }

type Subscription = {
  readonly account: string
  readonly hear: (mention: Mention | undefined) => void
  readonly lose: () => void
  ask?: number
  id?: number
}

export type SolanaLogs = {
  /**
   * @param hear undefined: the node tells from now on, and something may have happened before
   * @param lose the node tells no more, until `hear` says that it does again
   * @returns how to stop
   */
  readonly subscribe: (account: string, hear: (mention: Mention | undefined) => void, lose?: () => void) => () => void
  readonly close: () => void
}

/**
 * What happens to accounts of Solana, as a node tells it (`logsSubscribe`). One websocket for all of them, open while somebody listens.
 *
 * @param url of the node's JSON-RPC; it takes websockets at the same place
 * @param interval milliseconds of the heartbeat, for tests
 */
export function openSolanaLogs(url: string, log: Logger, interval: number = heartbeat): SolanaLogs {
  const subscriptions = new Set<Subscription>()
  let socket: WebSocket | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let next = 1
  let closed = false

  const send = (method: string, params: readonly unknown[]) => {
    const id = next++
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return id
  }
  const ask = (one: Subscription) => {
    one.ask = send('logsSubscribe', [{ mentions: [one.account] }, { commitment: 'confirmed' }])
  }

  const hear = (text: string) => {
    const parsed = message.safeParse(JSON.parse(text))
    if (!parsed.success) return
    const { data } = parsed
    if ('id' in data) {
      const one = [...subscriptions].find((each) => each.ask === data.id)
      if (!one) {
        // Whoever wanted it has left meanwhile.
        send('logsUnsubscribe', [data.result])
        return
      }
      one.id = data.result
      // Nobody told of what happened until now.
      one.hear(undefined)
      return
    }
    const { subscription, result } = data.params
    for (const one of subscriptions)
      if (one.id === subscription) one.hear({ signature: result.value.signature, failed: result.value.err !== null })
  }

  const connect = () => {
    timer = undefined
    const own = new WebSocket(url.replace(/^http/, 'ws'), { maxPayload: mostBytes, handshakeTimeout: 10_000, perMessageDeflate: false })
    socket = own
    let isAlive = true
    let beat: NodeJS.Timeout | undefined
    own.on('open', () => {
      failures = 0
      for (const one of subscriptions) ask(one)
      beat = setInterval(() => {
        if (!isAlive) return own.terminate()
        isAlive = false
        own.ping()
      }, interval).unref()
    })
    own.on('pong', () => {
      isAlive = true
    })
    own.on('message', (data) => {
      try {
        if (socket === own) hear(String(data))
      } catch {
        // No JSON: whatever it was, the next one may be.
      }
    })
    own.on('error', (error) => log.warn({ error: loggableError(error) }, 'A Solana node takes no websocket'))
    own.on('close', () => {
      clearInterval(beat)
      if (socket !== own) return
      socket = undefined
      for (const one of subscriptions) {
        const wasTold = one.id !== undefined
        delete one.ask
        delete one.id
        if (wasTold) one.lose()
      }
      failures += 1
      if (!closed && subscriptions.size > 0) timer = setTimeout(connect, Math.min(latest, soonest * 2 ** (failures - 1)))
    })
  }

  const disconnect = () => {
    clearTimeout(timer)
    timer = undefined
    failures = 0
    const own = socket
    socket = undefined
    own?.close()
  }

  return {
    subscribe(account, listener, lose = () => {}) {
      const one: Subscription = { account, hear: listener, lose }
      subscriptions.add(one)
      if (socket?.readyState === WebSocket.OPEN) ask(one)
      else if (!socket && !timer && !closed) connect()
      return () => {
        if (!subscriptions.delete(one)) return
        if (one.id !== undefined) send('logsUnsubscribe', [one.id])
        if (subscriptions.size === 0) disconnect()
      }
    },
    close() {
      closed = true
      subscriptions.clear()
      disconnect()
    },
  }
}
