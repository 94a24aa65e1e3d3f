import type { Mail } from './mailStore.js'

/** Which message it was. What it says is kept by the store alone. */
export type Sent = Pick<Mail, 'topic' | 'seq'>

type Entry = Sent & {
  readonly expiresAt: number
  /** Once it is acknowledged only the number is kept, against sending it twice. */
  acknowledged: boolean
  readonly calls: string[]
  /** How often it was sent again. */
  repeats: number
  at: number
}

/**
 * What one socket was sent: each message once, and again while it is not acknowledged.
 *
 * @param send writes the frame of one message under this call id
 * @param now milliseconds
 */
export function createOutbox(send: (mail: Mail, call: number) => void, now: () => number) {
  const sent = new Map<number, Entry>()
  const calls = new Map<string, number>()
  // Like the clients' own ids: time first. Below 2^53, so that every JSON reader keeps it.
  let last = Date.now() * 1_000

  const write = (mail: Mail, entry: Entry) => {
    last += 1
    entry.calls.push(String(last))
    entry.at = now()
    calls.set(String(last), mail.seq)
    send(mail, last)
  }
  const drop = (seq: number, entry: Entry) => {
    sent.delete(seq)
    for (const call of entry.calls) calls.delete(call)
  }

  return {
    deliver(mail: Mail): void {
      // A look into the store may bring what has expired since, and was forgotten here: it would go out a second time.
      if (sent.has(mail.seq) || mail.expiresAt <= now()) return
      const { topic, seq, expiresAt } = mail
      const entry: Entry = { topic, seq, expiresAt, acknowledged: false, calls: [], repeats: 0, at: 0 }
      sent.set(mail.seq, entry)
      write(mail, entry)
    },
    /** The message that this call carried, at its first acknowledgement. */
    acknowledge(call: string): Sent | undefined {
      const entry = sent.get(calls.get(call) ?? -1)
      if (!entry || entry.acknowledged) return undefined
      entry.acknowledged = true
      for (const made of entry.calls.splice(0)) calls.delete(made)
      return { topic: entry.topic, seq: entry.seq }
    },
    /** Forgets what expired. Gives what was not acknowledged for `after` milliseconds and sent at most `times` times again. */
    due(after: number, times: number): readonly number[] {
      const found: number[] = []
      for (const [seq, entry] of sent) {
        if (entry.expiresAt <= now()) drop(seq, entry)
        else if (!entry.acknowledged && entry.repeats < times && now() - entry.at >= after) {
          entry.repeats += 1
          entry.at = now()
          found.push(seq)
        }
      }
      return found
    },
    /** Sends a message that is {@link due} again, unless it was acknowledged in the meantime. */
    repeat(mail: Mail): void {
      const entry = sent.get(mail.seq)
      if (entry && !entry.acknowledged && entry.expiresAt > now()) write(mail, entry)
    },
    /** Forgets a topic's messages, so that a new subscription gets again what was not acknowledged. */
    forget(topic: string): void {
      for (const [seq, entry] of sent) if (entry.topic === topic) drop(seq, entry)
    },
  }
}
