import type { Interest, Mail } from './mailStore.js'

/** A client's socket, as far as delivery is concerned. */
export type Subscriber = {
  readonly clientId: string
  /** Sends a message, unless this socket had it or does not want its topic. */
  deliver(mail: Mail): void
  /** What it wants of this topic. */
  interest(topic: string): Interest | undefined
}

/** Which sockets of this process want which topics. */
export function createHub() {
  const topics = new Map<string, Set<Subscriber>>()

  return {
    add(topic: string, subscriber: Subscriber): void {
      const subscribers = topics.get(topic) ?? new Set()
      subscribers.add(subscriber)
      topics.set(topic, subscribers)
    },
    remove(topic: string, subscriber: Subscriber): void {
      const subscribers = topics.get(topic)
      if (subscribers?.delete(subscriber) && subscribers.size === 0) topics.delete(topic)
    },
    /** Whether somebody here subscribed to a topic, other than the sender of a message. */
    wants: (topic: string, sender: string): boolean => [...(topics.get(topic) ?? [])].some(({ clientId }) => clientId !== sender),
    /** Hands a message to everybody here who wants it, but not to its sender. */
    deliver(mail: Mail, only?: string): void {
      for (const subscriber of topics.get(mail.topic) ?? [])
        if (subscriber.clientId !== mail.publisher && (only === undefined || only === subscriber.clientId)) subscriber.deliver(mail)
    },
    /** What the sockets here want: of one topic, or of all. A client with several sockets wants what any of them lacks. */
    interests(topic?: string): readonly Interest[] {
      const wanted = new Map<string, Interest>()
      for (const [name, subscribers] of topic === undefined ? topics : [[topic, topics.get(topic) ?? []] as const]) {
        for (const subscriber of subscribers) {
          const interest = subscriber.interest(name)
          const key = `${subscriber.clientId} ${name}`
          const known = wanted.get(key)
          if (interest && (!known || interest.after < known.after)) wanted.set(key, interest)
        }
      }
      return [...wanted.values()]
    },
    get topics(): number {
      return topics.size
    },
  }
}

export type Hub = ReturnType<typeof createHub>
