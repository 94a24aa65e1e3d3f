import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainNfts, chainTokens, chainWatched } from '../../db/indexerTables.js'
import type { Store } from './store.js'

/** Times that something is asked before it counts as not to be had. */
const mostAttempts = 4
/** Milliseconds until the next attempt, for each attempt there was. */
const pauses = [30_000, 300_000, 3_600_000]
/** … and where whoever was asked had enough: that is no attempt. */
const busyPause = 300_000

/** Milliseconds for which an address is followed that nobody asks for, and how many are forgotten at once. */
const watchedFor = 90 * 86_400_000
const mostDropped = 1_000

/**
 * Tells those once more that heard of a transaction before it was known what it had moved.
 *
 * @param found of NFTs, with their number
 */
const tellAgain = (chain: number, found: readonly { readonly token: Hex; readonly tokenId?: bigint }[]) => sql`
  insert into chain_changes (address, chain, hash, status, at)
  select distinct c.address, c.chain, c.hash, case when t.success then 'confirmed' else 'failed' end, (extract(epoch from clock_timestamp()) * 1000)::bigint
  from chain_changes c
  join chain_txs t on t.chain = c.chain and t.hash = c.hash
  join chain_transfers m on m.chain = t.chain and m.block = t.block and m.position = t.position and c.address in (m.sender, m.recipient)
  join json_to_recordset(${JSON.stringify(found.map(({ token, tokenId }) => ({ c: token.slice(2), d: tokenId?.toString() })))}::json) as x(c text, d numeric)
    on m.token = decode(x.c, 'hex') and (x.d is null or m.token_id = x.d)
  where c.chain = ${chain}`

/** The part of the store for what contracts say of themselves, and for addresses that are followed. */
export function createFactStore(
  db: Database,
  now: () => number,
): Pick<Store, 'tokensToRead' | 'saveTokens' | 'nftsToFetch' | 'saveNfts' | 'watched' | 'setSearched' | 'dropWatched'> {
  return {
    tokensToRead: (chain, limit) =>
      db
        .select({ token: chainTokens.token, kind: chainTokens.kind })
        .from(chainTokens)
        .where(and(eq(chainTokens.chain, chain), isNull(chainTokens.readAt), lt(chainTokens.attempts, mostAttempts)))
        .limit(limit),
    async saveTokens(chain, facts) {
      for (const { token, name, symbol, decimals, answered } of facts)
        await db
          .update(chainTokens)
          .set(answered ? { name, symbol, decimals, readAt: now() } : { attempts: sql`${chainTokens.attempts} + 1` })
          .where(and(eq(chainTokens.chain, chain), eq(chainTokens.token, token)))
      const found = facts.filter(({ answered }) => answered)
      if (found.length > 0)
        await db.execute(
          tellAgain(
            chain,
            found.map(({ token }) => ({ token })),
          ),
        )
    },
    nftsToFetch: (chain, limit) =>
      db
        .select({ token: chainNfts.token, tokenId: chainNfts.tokenId, kind: chainNfts.kind })
        .from(chainNfts)
        .where(and(eq(chainNfts.chain, chain), eq(chainNfts.state, 'queued'), lte(chainNfts.dueAt, now())))
        .orderBy(asc(chainNfts.dueAt))
        .limit(limit),
    async saveNfts(chain, facts) {
      for (const { token, tokenId, metadata, isBusy } of facts) {
        const attempts = sql`${chainNfts.attempts} + 1`
        const waits = sql.raw(`(array[${pauses.join(',')}]::bigint[])[attempts + 1]`)
        await db
          .update(chainNfts)
          .set(
            metadata
              ? { ...metadata, state: 'ready', attempts }
              : isBusy
                ? { dueAt: now() + busyPause }
                : {
                    state: sql`case when ${chainNfts.attempts} + 1 >= ${mostAttempts} then 'failed' else 'queued' end`,
                    attempts,
                    dueAt: sql`${now()}::bigint + coalesce(${waits}, 0)`,
                  },
          )
          .where(and(eq(chainNfts.chain, chain), eq(chainNfts.token, token), eq(chainNfts.tokenId, tokenId)))
      }
      const found = facts.filter(({ metadata }) => metadata)
      if (found.length > 0) await db.execute(tellAgain(chain, found))
    },
    watched: (chain, isNew) =>
      db
        .select({ address: chainWatched.address, since: chainWatched.since, searchedTo: chainWatched.searchedTo })
        .from(chainWatched)
        .where(and(eq(chainWatched.chain, chain), isNew ? isNull(chainWatched.since) : undefined)),
    async setSearched(chain, address, since, searchedTo) {
      await db
        .update(chainWatched)
        .set({ since, searchedTo })
        .where(and(eq(chainWatched.chain, chain), eq(chainWatched.address, address)))
    },
    async dropWatched(chain) {
      const old = sql`select address from chain_watched where chain = ${chain} and asked_at < ${now() - watchedFor} limit ${mostDropped}`
      // Also of the row as it is by then: somebody may ask meanwhile.
      const isOld = lt(chainWatched.askedAt, now() - watchedFor)
      const dropped = await db
        .delete(chainWatched)
        .where(and(eq(chainWatched.chain, chain), isOld, sql`${chainWatched.address} in (${old})`))
        .returning({ address: chainWatched.address })
      return { addresses: dropped.map(({ address }) => address), isMore: dropped.length === mostDropped }
    },
  }
}
