import { defaultRoom, messageOverhead } from './limits.js'
import type { Mail, MailStore } from './mailStore.js'

type Entry = { readonly mail: Mail; readonly receivers: Set<string>; wanted: boolean }

const sizeOf = ({ mail }: Entry) => mail.message.length + messageOverhead

/**
 * Mailboxes in this process's memory: gone after a restart, and invisible to other processes.
 *
 * @param options `room`: bytes of all messages together; beyond it the oldest go
 */
export function createMemoryStore(options: { readonly room?: number } = {}): MailStore {
  const room = options.room ?? defaultRoom
  const topics = new Map<string, Entry[]>()
  let last = 0
  let used = 0

  const drop = (topic: string, keep: (entry: Entry) => boolean) => {
    const entries = topics.get(topic) ?? []
    const kept = entries.filter(keep)
    if (kept.length === entries.length) return
    for (const entry of entries) if (!keep(entry)) used -= sizeOf(entry)
    if (kept.length > 0) topics.set(topic, kept)
    else topics.delete(topic)
  }

  /** Lets the oldest go until a tenth of the room is free, so that this is not done for every message. */
  const shrink = () => {
    const oldest = [...topics.values()]
      .flat()
      .sort((one, other) => Number(one.wanted) - Number(other.wanted) || one.mail.seq - other.mail.seq)
    for (const entry of oldest) {
      if (used <= room * 0.9) return
      drop(entry.mail.topic, (other) => other !== entry)
    }
  }

  return {
    shared: false,
    async publish(mail, { mailbox, wanted = false }) {
      drop(mail.topic, (entry) => entry.mail.expiresAt > mail.publishedAt)
      const entries = topics.get(mail.topic) ?? []
      if (entries.some((entry) => entry.mail.hash === mail.hash)) return 'duplicate'
      if (entries.length >= mailbox) return 'full'
      last += 1
      const entry = { mail: { ...mail, seq: last }, receivers: new Set<string>(), wanted: wanted || entries.some((one) => one.wanted) }
      used += sizeOf(entry)
      topics.set(mail.topic, [...entries, entry])
      if (used > room) shrink()
      return entry.mail
    },
    async waiting(interests, now, limit, from = 0) {
      const found = interests.flatMap(({ clientId, topic, after }) =>
        (topics.get(topic) ?? [])
          .filter(({ mail }) => mail.seq > from && mail.expiresAt > now && mail.publisher !== clientId)
          .filter(({ mail, receivers }) => mail.seq > after || !receivers.has(clientId))
          .map((entry) => ({ clientId, entry })),
      )
      const first = found.sort((one, other) => one.entry.mail.seq - other.entry.mail.seq).slice(0, limit)
      for (const { entry } of first) entry.wanted = true
      return first.map(({ clientId, entry }) => ({ clientId, mail: entry.mail }))
    },
    async read(seqs) {
      const wanted = new Set(seqs)
      return [...topics.values()].flat().flatMap(({ mail }) => (wanted.has(mail.seq) ? [mail] : []))
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
