type Bucket = { readonly perSecond: number; readonly burst: number }

/** What one client may use. Times are milliseconds, sizes bytes. */
export type RelayLimits = {
  /** Frames a socket may send: refill and burst. Beyond it the socket is closed with 1013. */
  readonly rate: Bucket
  /** Bytes that may come in frames of one client, and from one address: refill and burst. Beyond it the socket is closed with 1013. */
  readonly bytes: { readonly client: Bucket; readonly address: Bucket }
  readonly sockets: number
  readonly socketsPerClient: number
  readonly socketsPerAddress: number
  readonly subscriptionsPerSocket: number
  readonly subscriptionsPerClient: number
  readonly subscriptionsPerAddress: number
  readonly topicsPerBatch: number
  /** Live messages of one topic. */
  readonly mailbox: number
  /** One frame, in any method. */
  readonly frame: number
  /** Frames of one socket that may wait for their turn; until then no more is read from it. */
  readonly queue: number
  /** What may wait in a socket that does not read, and in all of them; the mailbox keeps the rest. */
  readonly backlog: number
  readonly backlogs: number
  /** Seconds that a message may live; a longer wish is cut to this. */
  readonly longestTtl: number
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
  bytes: { client: { perSecond: 65_536, burst: 2_097_152 }, address: { perSecond: 131_072, burst: 4_194_304 } },
  sockets: 20_000,
  socketsPerClient: 20,
  socketsPerAddress: 200,
  subscriptionsPerSocket: 2_000,
  subscriptionsPerClient: 4_000,
  subscriptionsPerAddress: 20_000,
  topicsPerBatch: 500,
  mailbox: 500,
  frame: 262_144,
  queue: 524_288,
  backlog: 4_194_304,
  backlogs: 67_108_864,
  longestTtl: 7 * 86_400,
  pingInterval: 30_000,
  staleAfter: 600_000,
  redeliverAfter: 30_000,
  redeliveries: 3,
  pollInterval: 2_000,
  pruneInterval: 60_000,
}

/** Bytes of all messages together, unless an operator says otherwise. Beyond them the oldest go, first those that nobody ever asked for. */
export const defaultRoom = 536_870_912
/** What a message takes beside its envelope. */
export const messageOverhead = 512

/** Seconds that a message lives. */
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
