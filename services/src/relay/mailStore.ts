/** One message in the mailbox of a topic. Times are milliseconds since the epoch. */
export type Mail = {
  /** Grows with every message of the store. */
  readonly seq: number
  readonly topic: string
  /** The envelope, base64. Only the two ends can open it. */
  readonly message: string
  /** SHA-256 of `message`, hex. */
  readonly hash: string
  readonly tag: number
  /** Client id of the sender, who never gets its own messages. */
  readonly publisher: string
  readonly attestation: string | null
  readonly publishedAt: number
  readonly expiresAt: number
}

/** A client that wants a topic's messages: all after `after`, and of the older ones those it has not acknowledged. */
export type Interest = { readonly clientId: string; readonly topic: string; readonly after: number }

export type Waiting = { readonly clientId: string; readonly mail: Mail }

/** Where messages wait. Memory for one process; SQL when several serve the same clients. */
export type MailStore = {
  /**
   * Keeps a message. `'duplicate'` when the topic already has it (a client that missed the answer publishes again), `'full'` when the
   * mailbox has no room. When all mailboxes together have none, the oldest messages go, first those that nobody ever asked for: `wanted` says
   * that somebody listens.
   */
  publish(mail: Omit<Mail, 'seq'>, limits: { readonly mailbox: number; readonly wanted?: boolean }): Promise<Mail | 'duplicate' | 'full'>
  /** Unexpired messages for these clients, oldest first, at most `limit`, none up to `from`. Whatever is found is wanted from then on. */
  waiting(interests: readonly Interest[], now: number, limit: number, from?: number): Promise<readonly Waiting[]>
  /** The messages with these numbers, those that are still there. */
  read(seqs: readonly number[]): Promise<readonly Mail[]>
  /** The newest `seq` there is, 0 for none. */
  newest(): Promise<number>
  /** The client has this message. */
  receive(clientId: string, mail: Pick<Mail, 'topic' | 'seq'>): Promise<void>
  /** As `receive`, by topic and hash. */
  receiveByHash(clientId: string, receipts: readonly { readonly topic: string; readonly hash: string }[]): Promise<void>
  /** Forgets what expired. */
  prune(now: number): Promise<void>
  /** Calls back when another process may have published to a topic. A hint: calls may be missing. */
  wake?(listener: (topic: string) => void): Promise<() => Promise<void>>
  /** True when other processes share the store, so that it has to be polled. */
  readonly shared: boolean
}
