import { createRateLimiter } from '../http/rateLimiter.js'
import type { RelayLimits } from './limits.js'

/** What one socket uses, counted for its client and its address together with their other sockets. */
export type SocketUsage = {
  /** Counts bytes that came; false when they are too many. */
  readonly bytes: (count: number) => boolean
  /** Counts subscriptions, or gives them back; false, and nothing counted, when they are too many. */
  readonly topics: (count: number) => boolean
  /** The socket has closed. */
  readonly leave: () => void
}

type Open = { sockets: number; topics: number }

/** What a connection costs before it says anything: its token is checked. */
const bytesOfConnection = 4_096

/** Counts sockets, subscriptions and bytes of each client and each address. A client's name is free to invent, an address is not. */
export function createUsage(limits: RelayLimits, now: () => number) {
  const open = new Map<string, Open>()
  const takeOfClient = createRateLimiter(limits.bytes.client, now)
  const takeOfAddress = createRateLimiter(limits.bytes.address, now)

  const change = (key: string, by: Partial<Open>) => {
    const entry = open.get(key) ?? { sockets: 0, topics: 0 }
    entry.sockets += by.sockets ?? 0
    entry.topics += by.topics ?? 0
    if (entry.sockets > 0) open.set(key, entry)
    else open.delete(key)
  }
  const used = (key: string) => open.get(key) ?? { sockets: 0, topics: 0 }

  return {
    /** Whether an address may try to connect. */
    mayConnect: (address: string): boolean =>
      used(`address ${address}`).sockets < limits.socketsPerAddress && takeOfAddress(address, bytesOfConnection).allowed,
    /** Counts a socket; undefined when its client or its address has too many. */
    enter(clientId: string, address: string): SocketUsage | undefined {
      const [client, place] = [`client ${clientId}`, `address ${address}`]
      if (used(client).sockets >= limits.socketsPerClient || used(place).sockets >= limits.socketsPerAddress) return undefined
      for (const key of [client, place]) change(key, { sockets: 1 })
      let topics = 0
      return {
        bytes: (count) => takeOfClient(clientId, count).allowed && takeOfAddress(address, count).allowed,
        topics(count) {
          const tooMany =
            used(client).topics + count > limits.subscriptionsPerClient || used(place).topics + count > limits.subscriptionsPerAddress
          if (count > 0 && tooMany) return false
          topics += count
          for (const key of [client, place]) change(key, { topics: count })
          return true
        },
        leave() {
          for (const key of [client, place]) change(key, { sockets: -1, topics: -topics })
          topics = 0
        },
      }
    },
  }
}
