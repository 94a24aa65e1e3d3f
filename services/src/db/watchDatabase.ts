import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inTime } from '../http/inTime.js'
import { loggableError } from '../log.js'
import type { OpenDatabase } from './database.js'

/** Milliseconds between two looks, of which each is one small query. */
const interval = 2_000
/** Milliseconds. */
const timeout = 5_000

/**
 * Says in the log when the database goes away, and when it is back: one line each, whatever number of requests meets the outage. A database in a folder is
 * part of this process.
 *
 * @returns stops it
 */
export function watchDatabase(
  { kind, ping }: Pick<OpenDatabase, 'kind' | 'ping'>,
  log: Pick<Logger, 'warn' | 'info'>,
): () => Promise<void> {
  if (kind === 'pglite') return async () => undefined
  const controller = new AbortController()
  const { signal } = controller
  const watch = async () => {
    let goneAt: number | undefined
    while (!signal.aborted) {
      const error: unknown = await inTime(ping(), AbortSignal.any([signal, AbortSignal.timeout(timeout)])).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (signal.aborted) return
      if (error !== undefined && goneAt === undefined) {
        goneAt = Date.now()
        log.warn({ error: loggableError(error) }, 'The database does not answer: what needs it is refused with 503')
      }
      if (error === undefined && goneAt !== undefined) {
        log.info({ seconds: Math.round((Date.now() - goneAt) / 1_000) }, 'The database answers again')
        goneAt = undefined
      }
      await wait(interval, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = watch()
  return async () => {
    controller.abort()
    await running
  }
}
