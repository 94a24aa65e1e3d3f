import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.js'
import { chainPending } from '../../db/indexerTables.js'
import type { Store } from './store.js'

const atNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Milliseconds for which it is kept what became of a transaction that was in no block, and how many are forgotten at once. */
const settledFor = 30 * 86_400_000
const mostDropped = 1_000

/** The part of the store for transactions that are on their way. */
export function createPendingStore(
  db: Database,
  now: () => number,
): Pick<Store, 'addPending' | 'waiting' | 'setMissing' | 'settle' | 'dropSettled'> {
  return {
    addPending: (pending) =>
      db.transaction(async (tx) => {
        const { chain, hash, sender, recipient, nonce, value, method, operations, transfers } = pending
        const addresses = Object.keys(operations).map((address) => address.slice(2))
        const digits = hash.slice(2)
        // A chain that mines at once has it in a block before the node's answer has come back. A dropped one that is sent again waits again.
        await tx.execute(sql`
          with added as (
            insert into chain_pending (chain, hash, sender, recipient, nonce, value, method, operations, transfers, addresses, status, seen_at)
            select ${chain}, decode(${digits}, 'hex'), decode(${sender.slice(2)}, 'hex'), decode(${recipient?.slice(2) ?? null}::text, 'hex'), ${nonce},
              ${value.toString()}::numeric, decode(${method?.slice(2) ?? null}::text, 'hex'), ${JSON.stringify(operations)}, ${JSON.stringify(transfers)},
              (select array_agg(decode(a, 'hex')) from json_array_elements_text(${JSON.stringify(addresses)}::json) as a), 'pending', ${now()}
            where not exists (select 1 from chain_txs where chain = ${chain} and hash = decode(${digits}, 'hex'))
            on conflict (chain, hash) do update set status = 'pending', missing_since = null where chain_pending.status = 'dropped'
            returning hash, addresses
          )
          insert into chain_changes (address, chain, hash, status, at)
          select unnest(addresses), ${chain}, hash, 'pending', ${atNow} from added`)
      }),
    async waiting(chain, limit, after) {
      await db.execute(
        sql`delete from chain_pending p using chain_txs t where p.chain = ${chain} and t.chain = p.chain and t.hash = p.hash`,
      )
      const { hash, sender, nonce, missingSince } = chainPending
      return db
        .select({ hash, sender, nonce, missingSince })
        .from(chainPending)
        .where(and(eq(chainPending.chain, chain), eq(chainPending.status, 'pending'), after ? gt(hash, after) : undefined))
        .orderBy(asc(hash))
        .limit(limit)
    },
    async setMissing(chain, hashes, since) {
      if (hashes.length === 0) return
      await db
        .update(chainPending)
        .set({ missingSince: since })
        .where(and(eq(chainPending.chain, chain), inArray(chainPending.hash, [...hashes])))
    },
    async settle(chain, hash, status) {
      await db.execute(sql`
        with settled as (
          update chain_pending set status = ${status} where chain = ${chain} and hash = decode(${hash.slice(2)}, 'hex') and status = 'pending'
          returning hash, addresses
        )
        insert into chain_changes (address, chain, hash, status, at)
        select unnest(addresses), ${chain}, hash, ${status}, ${atNow} from settled`)
    },
    async dropSettled(chain) {
      const old = sql`select hash from chain_pending where chain = ${chain} and status <> 'pending' and seen_at < ${now() - settledFor} limit ${mostDropped}`
      // Also of the row as it is by then: what was dropped may be sent again.
      const isSettled = ne(chainPending.status, 'pending')
      const dropped = await db
        .delete(chainPending)
        .where(and(eq(chainPending.chain, chain), isSettled, sql`${chainPending.hash} in (${old})`))
        .returning({ hash: chainPending.hash })
      return dropped.length === mostDropped
    },
  }
}
