import pg from 'pg'
import { type Listen, relayChannel } from './sqlStore.js'

/** Pauses before connecting again, milliseconds. */
const pauses = [250, 500, 1_000, 2_000, 5_000]

/**
 * LISTEN on a connection of its own, which is opened again for as long as it is wanted. While it is down, polling delivers.
 *
 * @param url of the PostgreSQL server
 */
export function listenPostgres(url: string): Listen {
  return async (listener) => {
    let client: pg.Client | undefined
    let timer: NodeJS.Timeout | undefined
    let stopped = false

    const connect = async (attempt: number): Promise<void> => {
      const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
      client = next
      let lost = false
      const again = (failures: number) => {
        if (lost || stopped) return
        lost = true
        timer = setTimeout(() => void connect(failures + 1), pauses[Math.min(failures, pauses.length - 1)])
        timer.unref()
      }
      next.on('error', () => again(0))
      next.on('end', () => again(0))
      next.on('notification', ({ channel, payload }) => {
        if (channel === relayChannel && payload) listener(payload)
      })
      try {
        await next.connect()
        await next.query(`listen ${relayChannel}`)
      } catch {
        again(attempt)
        await next.end().catch(() => undefined)
      }
    }

    await connect(0)
    return async () => {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    }
  }
}
