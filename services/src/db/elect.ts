import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { locks } from './locks.js'

/** Work that one process of all on a database does. */
type Work = 'indexing' | 'prices' | 'rewrapping'

/** Milliseconds between two tries to become the one that does it. */
const interval = 1_000

export type Election = { readonly close: () => Promise<void> }

/**
 * Elects the process that does some work: the one whose connection holds the database's advisory lock. It lasts as long as the connection, so whoever
 * dies or loses the database has resigned, and another one takes over. On PGlite there is nobody else: its folder is locked by the process that opened it.
 *
 * @param work what the election is about
 * @param url of a PostgreSQL server; undefined on PGlite
 * @param lead called when this process is elected; `resign` when it is not any more, or stops. The lock is given back once that has resolved.
 */
export function elect(work: Work, url: string | undefined, lead: () => void, resign: () => Promise<void>): Election {
  const controller = new AbortController()
  const { signal } = controller
  if (url === undefined) {
    lead()
    return { close: resign }
  }

  /** Holds one connection for as long as it lives. */
  const term = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
    })
    try {
      await client.connect()
      while (!signal.aborted) {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [locks[work]])
        if (rows[0]?.held === true) break
        await wait(interval, undefined, { signal }).catch(() => undefined)
      }
      if (signal.aborted) return
      lead()
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([ended, stopped])
      await resign()
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      await term().catch(() => undefined)
      if (!signal.aborted) await wait(interval, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async close() {
      controller.abort()
      await running
    },
  }
}

/**
 * As {@link elect}, for work that runs until it is told to stop.
 *
 * @param run does the work until the signal says that this process is not elected any more. Must not reject.
 */
export function electToRun(work: Work, url: string | undefined, run: (signal: AbortSignal) => Promise<void>): Election {
  let term: { readonly control: AbortController; readonly ended: Promise<void> } | undefined
  const lead = () => {
    const control = new AbortController()
    term = { control, ended: run(control.signal) }
  }
  const resign = async () => {
    term?.control.abort()
    await term?.ended
  }
  return elect(work, url, lead, resign)
}
