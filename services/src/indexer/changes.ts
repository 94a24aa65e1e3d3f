import { and, asc, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../db/database.js'
import { chainChanges } from '../db/indexerTables.js'

/** Something that happened to an address. */
export type Change = {
  readonly address: Hex
  readonly chain: number
  readonly hash: Hex
  readonly status: 'pending' | 'confirmed' | 'failed' | 'dropped' | 'replaced'
}

export type Changes = {
  /**
   * @param addresses in any case
   * @returns how to stop
   */
  readonly subscribe: (addresses: readonly Hex[], listener: (change: Change) => void) => () => void
  /** Says that something was just written here, so that nobody waits for the next look. */
  readonly hint: () => void
  readonly close: () => Promise<void>
}

/** Milliseconds between two looks at the table, while somebody listens. */
const interval = 400
/** Numbers are given before their transaction commits, so a smaller one may appear after a larger one. For so long (milliseconds) it is waited for. */
const unsettled = 5_000
/** Milliseconds before a subscription that it hears of too. */
const overlap = 1_000
/** Milliseconds for which changes are kept. Whoever missed more reads the history. */
const keptFor = 600_000
const sweepInterval = 60_000
/** Changes of one look. */
const most = 2_000

type Listener = { readonly addresses: ReadonlySet<Hex>; readonly hear: (change: Change) => void }

/**
 * Tells listeners what happens to addresses, whichever process wrote it. There is one path for all: the table, which is read while somebody listens,
 * at once after this process wrote to it.
 */
export function createChanges(db: Database, now: () => number = Date.now): Changes {
  const listeners = new Set<Listener>()
  /** Changes that were told, of those that are looked at again. */
  let told = new Map<number, number>()
  /** Everything up to this number is settled. Undefined while nobody listens. */
  let floor: number | undefined
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false
  let closed = false

  /** Where to begin. What happened while somebody subscribed is told, and rather twice than not at all. */
  const newest = async () => {
    const [row] = await db
      .select({ seq: sql<string | null>`max(${chainChanges.seq})` })
      .from(chainChanges)
      .where(lt(chainChanges.at, now() - overlap))
    return Number(row?.seq ?? 0)
  }
  const look = async (): Promise<void> => {
    const since = floor
    if (since === undefined) return
    const heard = told
    const addresses = [...new Set([...listeners].flatMap((one) => [...one.addresses]))]
    const rows = await db
      .select()
      .from(chainChanges)
      .where(and(gt(chainChanges.seq, since), inArray(chainChanges.address, addresses)))
      .orderBy(asc(chainChanges.seq))
      .limit(most)
    // The last listener may have left meanwhile, or leave while it hears: whoever came since begins elsewhere.
    if (told !== heard) return
    const settled = now() - unsettled
    for (const { seq, address, chain, hash, status, at } of rows) {
      if (!heard.has(seq)) for (const one of listeners) if (one.addresses.has(address)) one.hear({ address, chain, hash, status })
      if (told !== heard) return
      heard.set(seq, at)
      if (at < settled) floor = Math.max(floor ?? 0, seq)
    }
    // A look that was full goes on behind what it saw.
    if (rows.length === most) floor = Math.max(floor ?? 0, rows.at(-1)?.seq ?? 0)
    told = new Map([...heard].filter(([seq]) => seq > (floor ?? 0)))
  }
  /** One look at a time; whoever asks meanwhile gets another one after it. */
  const poll = () => {
    again = true
    looking ??= (async () => {
      while (again && listeners.size > 0 && !closed) {
        again = false
        // A database that does not answer is asked again at the next look.
        await look().catch(() => undefined)
      }
    })().finally(() => {
      looking = undefined
    })
  }
  const start = async () => {
    const found = await newest().catch(() => undefined)
    if (listeners.size > 0 && !closed) floor ??= found
  }
  const begin = () => {
    clearInterval(timer)
    timer = setInterval(() => (floor === undefined ? void start() : poll()), interval).unref()
    void start()
  }
  const sweep = setInterval(() => {
    void db
      .delete(chainChanges)
      .where(lt(chainChanges.at, now() - keptFor))
      .catch(() => undefined)
  }, sweepInterval).unref()

  return {
    subscribe(addresses, hear) {
      const listener = { addresses: new Set(addresses.map((address) => address.toLowerCase() as Hex)), hear }
      listeners.add(listener)
      if (listeners.size === 1) begin()
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        clearInterval(timer)
        floor = undefined
        told = new Map()
      }
    },
    hint() {
      if (listeners.size > 0 && floor !== undefined) poll()
    },
    async close() {
      closed = true
      clearInterval(timer)
      clearInterval(sweep)
      listeners.clear()
      await looking
    },
  }
}
