import { and, eq, getTableColumns, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { relayMessages, relayReceipts } from '../db/relayTables.js'
import { defaultRoom, messageOverhead } from './limits.js'
import type { MailStore } from './mailStore.js'

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
 * the relay's polling delivers. `room`: bytes of all messages together; beyond it the oldest go.
 */
export function createSqlStore(options: { readonly db: AnyDatabase; readonly listen?: Listen; readonly room?: number }): MailStore {
  const { db, listen, room = defaultRoom } = options
  const replica = crypto.randomUUID()
  /** Bytes in the table, as last measured, and what was added here since. Undefined until the first measure. */
  let used: number | undefined
  let shrinking: Promise<void> | undefined

  const size = sql<number>`octet_length(${relayMessages.message}) + ${sql.raw(String(messageOverhead))}`
  const measure = async () => {
    const [row] = await db.select({ bytes: sql<string>`coalesce(sum(${size}), 0)` }).from(relayMessages)
    used = Number(row?.bytes ?? 0)
    return used
  }
  /** Lets go what is beyond the room, down to a tenth of it being free: the oldest, and first what nobody asked for. */
  const shrink = async () => {
    if ((await measure()) <= room) return
    const ranked = db
      .select({
        seq: relayMessages.seq,
        running: sql`sum(${size}) over (order by ${relayMessages.wanted} desc, ${relayMessages.seq} desc)`.as('running'),
      })
      .from(relayMessages)
      .as('ranked')
    const beyond = db
      .select({ seq: ranked.seq })
      .from(ranked)
      .where(gt(ranked.running, Math.floor(room * 0.9)))
    await db.delete(relayMessages).where(inArray(relayMessages.seq, beyond))
    await measure()
  }
  /** Counts what was added; one look at the table at a time. */
  const makeRoom = async (added: number) => {
    if (used !== undefined) used += added
    if (used !== undefined && used <= room) return
    shrinking ??= shrink().finally(() => {
      shrinking = undefined
    })
    await shrinking
  }
  const { wanted: _, ...columns } = getTableColumns(relayMessages)

  return {
    shared: true,
    async publish(mail, { mailbox, wanted = false }) {
      const some = (what: SQL) => sql<boolean>`coalesce(bool_or(${what}), false)`
      const before = db
        .select({
          count: sql<number>`count(*)::int`,
          wanted: some(sql`${relayMessages.wanted}`),
          known: some(sql`${relayMessages.hash} = ${mail.hash}`),
        })
        .from(relayMessages)
        .where(and(eq(relayMessages.topic, mail.topic), gt(relayMessages.expiresAt, mail.publishedAt)))
      const [topic = { count: 0, wanted: false, known: false }] = await before
      if (topic.known) return 'duplicate'
      if (topic.count >= mailbox) return 'full'
      const values = { ...mail, wanted: wanted || topic.wanted }
      const insert = async () =>
        (await db.insert(relayMessages).values(values).onConflictDoNothing().returning({ seq: relayMessages.seq }))[0]
      const isOver = and(
        eq(relayMessages.topic, mail.topic),
        eq(relayMessages.hash, mail.hash),
        lte(relayMessages.expiresAt, mail.publishedAt),
      )
      let row = await insert()
      // The same message of before has expired, and is not yet forgotten.
      if (!row && (await db.delete(relayMessages).where(isOver).returning({ seq: relayMessages.seq })).length > 0) row = await insert()
      if (!row) return 'duplicate'
      await makeRoom(mail.message.length + messageOverhead)
      // After the commit of the insert, so that whoever wakes up finds the message.
      if (listen) await db.execute(sql`select pg_notify(${relayChannel}, ${`${replica}:${mail.topic}`})`)
      return { ...mail, seq: row.seq }
    },
    async waiting(interests, now, limit, from = 0) {
      if (interests.length === 0) return []
      const wanted = JSON.stringify(interests)
      const rows = await db
        .select({ clientId: sql<string>`wanted.client_id`, mail: columns, wanted: relayMessages.wanted })
        .from(relayMessages)
        .innerJoin(
          sql`(select "clientId" as client_id, "topic", "after" from json_to_recordset(${wanted}::json) as list("clientId" text, "topic" text, "after" bigint)) as wanted`,
          sql`wanted.topic = ${relayMessages.topic}`,
        )
        .where(
          and(
            gt(relayMessages.expiresAt, now),
            gt(relayMessages.seq, from),
            sql`${relayMessages.publisher} <> wanted.client_id`,
            sql`(${relayMessages.seq} > wanted.after or not exists (select 1 from ${relayReceipts} where ${relayReceipts.seq} = ${relayMessages.seq} and ${relayReceipts.clientId} = wanted.client_id))`,
          ),
        )
        .orderBy(relayMessages.seq)
        .limit(limit)
      const unwanted = rows.filter((row) => !row.wanted).map(({ mail }) => mail.seq)
      if (unwanted.length > 0) await db.update(relayMessages).set({ wanted: true }).where(inArray(relayMessages.seq, unwanted))
      return rows.map(({ clientId, mail }) => ({ clientId, mail }))
    },
    async read(seqs) {
      if (seqs.length === 0) return []
      return db
        .select(columns)
        .from(relayMessages)
        .where(inArray(relayMessages.seq, [...seqs]))
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
      // What other replicas added counts, too.
      used = undefined
      await makeRoom(0)
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
