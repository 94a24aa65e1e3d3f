import type { Mail } from './mailStore.js'

type Sent = {
  readonly topic: string
  readonly expiresAt: number
  /** Dropped once it is acknowledged: then only the number is kept, against sending it twice. */
  mail: Mail | null
  readonly calls: string[]
  at: number
}

/**
 * What one socket was sent: each message once, and again while it is not acknowledged.
 *
 * @param send writes the frame of one message under this call id
 * @param now milliseconds
 */
export function createOutbox(send: (mail: Mail, call: number) => void, now: () => number) {
  const sent = new Map<number, Sent>()
  const calls = new Map<string, number>()
  // Like the clients' own ids: time first. Below 2^53, so that every JSON reader keeps it.
  let last = Date.now() * 1_000

  const write = (mail: Mail, entry: Sent) => {
    last += 1
    entry.calls.push(String(last))
    entry.at = now()
    calls.set(String(last), mail.seq)
    send(mail, last)
  }
  const drop = (seq: number, entry: Sent) => {
    sent.delete(seq)
    for (const call of entry.calls) calls.delete(call)
  }

  return {
    deliver(mail: Mail): void {
      // A look into the store may bring what has expired since, and was forgotten here: it would go out a second time.
      if (sent.has(mail.seq) || mail.expiresAt <= now()) return
      const entry: Sent = { topic: mail.topic, expiresAt: mail.expiresAt, mail, calls: [], at: 0 }
      sent.set(mail.seq, entry)
      write(mail, entry)
    },
    /** The message that this call carried, at its first acknowledgement. */
    acknowledge(call: string): Mail | undefined {
      const entry = sent.get(calls.get(call) ?? -1)
      const mail = entry?.mail
      if (!entry || !mail) return undefined
      entry.mail = null
      for (const made of entry.calls.splice(0)) calls.delete(made)
      return mail
    },
    /** Sends again what was not acknowledged for `after` milliseconds, at most `times` times, and forgets what expired. */
    tick(after: number, times: number): void {
      for (const [seq, entry] of sent) {
        if (entry.expiresAt <= now()) drop(seq, entry)
        else if (entry.mail && entry.calls.length <= times && now() - entry.at >= after) write(entry.mail, entry)
      }
    },
    /** Forgets a topic's messages, so that a new subscription gets again what was not acknowledged. */
    forget(topic: string): void {
      for (const [seq, entry] of sent) if (entry.topic === topic) drop(seq, entry)
    },
  }
}
