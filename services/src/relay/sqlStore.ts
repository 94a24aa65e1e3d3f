import { and, eq, gt, inArray, lte, max, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { MailStore } from './mailStore.js'
import { relayMessages, relayReceipts } from './schema.js'

/** Any drizzle database with the relay's tables. */
// biome-ignore lint/suspicious/noExplicitAny: the relay's tables are named in its queries, so any schema will do.
type AnyDatabase = PgDatabase<PgQueryResultHKT, any>

/** Hears which topics other processes published to; gives back how to stop. */
export type Listen = (listener: (payload: string) => void) => Promise<() => Promise<void>>

/** Channel of the wake-up calls (NOTIFY); the payload is `replica:topic`. */
export const relayChannel = 'latchkey_relay'

/**
 * Mailboxes in PostgreSQL or PGlite, so that replicas serve one session and a restart loses nothing.
 *
 * @param options `listen` is LISTEN on {@link relayChannel}, where the database has it: a hint that makes delivery prompt. Without it
 * the relay's polling delivers.
 */
export function createSqlStore(options: { readonly db: AnyDatabase; readonly listen?: Listen }): MailStore {
  const { db, listen } = options
  const replica = crypto.randomUUID()

  return {
    shared: true,
    async publish(mail, { mailbox }) {
      const room = db
        .select({ count: sql<number>`count(*)::int` })
        .from(relayMessages)
        .where(and(eq(relayMessages.topic, mail.topic), gt(relayMessages.expiresAt, mail.publishedAt)))
      const [{ count } = { count: 0 }] = await room
      if (count >= mailbox) return 'full'
      const [row] = await db.insert(relayMessages).values(mail).onConflictDoNothing().returning({ seq: relayMessages.seq })
      if (!row) return 'duplicate'
      // After the commit of the insert, so that whoever wakes up finds the message.
      if (listen) await db.execute(sql`select pg_notify(${relayChannel}, ${`${replica}:${mail.topic}`})`)
      return { ...mail, seq: row.seq }
    },
    async waiting(interests, now, limit) {
      if (interests.length === 0) return []
      const wanted = JSON.stringify(interests)
      const rows = await db
        .select({ clientId: sql<string>`wanted.client_id`, mail: relayMessages })
        .from(relayMessages)
        .innerJoin(
          sql`(select "clientId" as client_id, "topic", "after" from json_to_recordset(${wanted}::json) as list("clientId" text, "topic" text, "after" bigint)) as wanted`,
          sql`wanted.topic = ${relayMessages.topic}`,
        )
        .where(
          and(
            gt(relayMessages.expiresAt, now),
            sql`${relayMessages.publisher} <> wanted.client_id`,
            sql`(${relayMessages.seq} > wanted.after or not exists (select 1 from ${relayReceipts} where ${relayReceipts.seq} = ${relayMessages.seq} and ${relayReceipts.clientId} = wanted.client_id))`,
          ),
        )
        .orderBy(relayMessages.seq)
        .limit(limit)
      return rows
    },
    async newest() {
      const [row] = await db.select({ seq: max(relayMessages.seq) }).from(relayMessages)
      return row?.seq ?? 0
    },
    async receive(clientId, { seq }) {
      // By a select: the message may have expired and gone in the meantime.
      const found = db
        .select({ seq: relayMessages.seq, clientId: sql<string>`${clientId}`.as('client_id') })
        .from(relayMessages)
        .where(eq(relayMessages.seq, seq))
      await db.insert(relayReceipts).select(found).onConflictDoNothing()
    },
    async receiveByHash(clientId, receipts) {
      if (receipts.length === 0) return
      const pairs = receipts.map(({ topic, hash }) => `${topic}:${hash}`)
      const found = db
        .select({ seq: relayMessages.seq, clientId: sql<string>`${clientId}`.as('client_id') })
        .from(relayMessages)
        .where(inArray(sql`${relayMessages.topic} || ':' || ${relayMessages.hash}`, pairs))
      await db.insert(relayReceipts).select(found).onConflictDoNothing()
    },
    async prune(now) {
      await db.delete(relayMessages).where(lte(relayMessages.expiresAt, now))
    },
    ...(listen
      ? {
          wake: (listener: (topic: string) => void) =>
            listen((payload) => {
              const [from, topic] = payload.split(':')
              if (from !== replica && topic) listener(topic)
            }),
        }
      : {}),
  }
}
