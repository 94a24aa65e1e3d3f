/** What one client may use. Times are milliseconds, sizes bytes. */
export type RelayLimits = {
  /** Frames a socket may send: refill and burst. Beyond it the socket is closed with 1013. */
  readonly rate: { readonly perSecond: number; readonly burst: number }
  readonly sockets: number
  readonly subscriptionsPerSocket: number
  readonly topicsPerBatch: number
  /** Live messages of one topic. */
  readonly mailbox: number
  /** One frame, in any method. */
  readonly frame: number
  /** What may wait in a socket that does not read; the mailbox keeps the rest. */
  readonly backlog: number
  readonly pingInterval: number
  /** A socket without subscriptions that says nothing for so long is closed with 4008. */
  readonly staleAfter: number
  /** An unacknowledged message is sent again after this, `redeliveries` times; then it waits for the next subscription. */
  readonly redeliverAfter: number
  readonly redeliveries: number
  /** How often replicas look for messages whose wake-up call was lost. */
  readonly pollInterval: number
  readonly pruneInterval: number
}

export const defaultLimits: RelayLimits = {
  rate: { perSecond: 15, burst: 900 },
  sockets: 20_000,
  subscriptionsPerSocket: 2_000,
  topicsPerBatch: 500,
  mailbox: 500,
  frame: 1_048_576,
  backlog: 4_194_304,
  pingInterval: 30_000,
  staleAfter: 600_000,
  redeliverAfter: 30_000,
  redeliveries: 3,
  pollInterval: 2_000,
  pruneInterval: 60_000,
}

/** Seconds a message may live: the longest is a subscription's own life. */
export const longestTtl = 30 * 86_400
export const defaultTtl = 6 * 3_600
export const proposalTtl = 300

/** Tags of the protocol's messages that the relay itself names. */
export const tags = { sessionPropose: 1100, sessionProposeResponse: 1101, sessionSettle: 1102 } as const

const small = 8_192
const medium = 65_536
/** The largest envelope per tag (base64 text), and for the rest. Answers that only say "done" are small. */
const sizes: ReadonlyMap<number, number> = new Map([
  [1100, medium],
  [1101, small],
  [1102, medium],
  [1103, small],
  [1104, medium],
  [1105, small],
  [1106, small],
  [1107, small],
  [1111, small],
  [1112, small],
  [1113, small],
  [1114, small],
  [1115, small],
  [1120, small],
  [1121, small],
])
const largest = 98_304

/** The most bytes a message with this tag may have. */
export function sizeLimit(tag: number): number {
  return sizes.get(tag) ?? largest
}
