import type { Mail, MailStore } from './mailStore.js'

type Entry = { readonly mail: Mail; readonly receivers: Set<string> }

/**
 * Mailboxes in this process's memory: gone after a restart, and invisible to other processes.
 *
 * @param options `bytes`: all envelopes together; beyond it mailboxes count as full
 */
export function createMemoryStore(options: { readonly bytes?: number } = {}): MailStore {
  const room = options.bytes ?? 268_435_456
  const topics = new Map<string, Entry[]>()
  let last = 0
  let used = 0

  const drop = (topic: string, keep: (entry: Entry) => boolean) => {
    const entries = topics.get(topic) ?? []
    const kept = entries.filter(keep)
    if (kept.length === entries.length) return
    for (const entry of entries) if (!keep(entry)) used -= entry.mail.message.length
    if (kept.length > 0) topics.set(topic, kept)
    else topics.delete(topic)
  }

  return {
    shared: false,
    async publish(mail, { mailbox }) {
      drop(mail.topic, (entry) => entry.mail.expiresAt > mail.publishedAt)
      const entries = topics.get(mail.topic) ?? []
      if (entries.some((entry) => entry.mail.hash === mail.hash)) return 'duplicate'
      if (entries.length >= mailbox || used + mail.message.length > room) return 'full'
      last += 1
      const kept = { ...mail, seq: last }
      used += mail.message.length
      topics.set(mail.topic, [...entries, { mail: kept, receivers: new Set() }])
      return kept
    },
    async waiting(interests, now, limit) {
      const found = interests.flatMap(({ clientId, topic, after }) =>
        (topics.get(topic) ?? [])
          .filter(({ mail }) => mail.expiresAt > now && mail.publisher !== clientId)
          .filter(({ mail, receivers }) => mail.seq > after || !receivers.has(clientId))
          .map(({ mail }) => ({ clientId, mail })),
      )
      return found.sort((one, other) => one.mail.seq - other.mail.seq).slice(0, limit)
    },
    async newest() {
      return last
    },
    async receive(clientId, { topic, seq }) {
      for (const entry of topics.get(topic) ?? []) if (entry.mail.seq === seq) entry.receivers.add(clientId)
    },
    async receiveByHash(clientId, receipts) {
      for (const { topic, hash } of receipts)
        for (const entry of topics.get(topic) ?? []) if (entry.mail.hash === hash) entry.receivers.add(clientId)
    },
    async prune(now) {
      for (const topic of [...topics.keys()]) drop(topic, (entry) => entry.mail.expiresAt > now)
    },
  }
}
