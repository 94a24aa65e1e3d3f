import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.js'
import { chainBlocks, chainCursors, chainTxs } from '../../db/indexerTables.js'
import { insertRows, settlePending } from './insert.js'
import type { Batch, BlockHash, Store } from './store.js'

/** Blocks whose hashes are kept, so how deep a reorganisation may reach. */
export const keptHashes = 128

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const tables = ['chain_transfers', 'chain_activity', 'chain_txs', 'chain_blocks'] as const
const hex = (hash: string) => hash.slice(2)
const hashesJson = (hashes: readonly BlockHash[]) => JSON.stringify(hashes.map(({ number, hash }) => ({ b: number, h: hex(hash) })))

const insertHashes = (chain: number, hashes: readonly BlockHash[]) => sql`
  insert into chain_blocks (chain, block, hash) select ${chain}, b, decode(h, 'hex')
  from json_to_recordset(${hashesJson(hashes)}::json) as x(b bigint, h text) on conflict do nothing`

/** Moves the cursor if it is where the batch begins, on the block that the batch follows. Whoever moves it holds it until the commit. */
async function moveCursor(tx: Transaction, { chain, from, to, parent, head }: Batch, now: number): Promise<boolean> {
  const follows = sql`not exists (select 1 from chain_blocks where chain = ${chain} and block = ${from - 1} and hash <> decode(${hex(parent)}, 'hex'))`
  const moved = await tx
    .update(chainCursors)
    .set({ block: to, head, updatedAt: now })
    .where(and(eq(chainCursors.chain, chain), eq(chainCursors.block, from - 1), follows))
    .returning({ chain: chainCursors.chain })
  return moved.length === 1
}

const holdCursor = (tx: Transaction, chain: number) =>
  tx.select({ block: chainCursors.block }).from(chainCursors).where(eq(chainCursors.chain, chain)).for('update')

/** What was mined and is taken back waits again, as it did before somebody included it. */
const waitAgain = (chain: number, above: number, now: number): SQL => sql`
  with again as (
    insert into chain_pending (chain, hash, sender, recipient, nonce, value, method, operations, transfers, addresses, status, seen_at)
    select t.chain, t.hash, t.sender, t.recipient, t.nonce, t.value, t.method,
      (select json_object_agg('0x' || encode(a.address, 'hex'), a.operation)::text from chain_activity a
        where a.chain = t.chain and a.block = t.block and a.position = t.position),
      (select coalesce(json_agg(json_build_object('kind', m.kind, 'token', '0x' || encode(m.token, 'hex'), 'from', '0x' || encode(m.sender, 'hex'),
        'to', '0x' || encode(m.recipient, 'hex'), 'amount', m.amount::text, 'tokenId', m.token_id::text)), '[]')::text from chain_transfers m
        where m.chain = t.chain and m.block = t.block and m.position = t.position),
      (select array_agg(a.address) from chain_activity a where a.chain = t.chain and a.block = t.block and a.position = t.position),
      'pending', ${now}
    from chain_txs t
    where t.chain = ${chain} and t.block > ${above}
      and exists (select 1 from chain_activity a where a.chain = t.chain and a.block = t.block and a.position = t.position)
    on conflict do nothing
    returning hash, addresses
  ), freed as (
    update chain_pending set status = 'pending', settled_in = null where chain = ${chain} and settled_in > ${above} returning hash, addresses
  )
  insert into chain_changes (address, chain, hash, status, at)
  select unnest(addresses), ${chain}, hash, 'pending', ${now} from (select * from again union all select * from freed) as both_`

/** The part of the store that follows the chain. */
export function createBlockStore(
  db: Database,
  now: () => number,
): Pick<Store, 'cursor' | 'hashes' | 'txBelow' | 'skip' | 'begin' | 'confirm' | 'commit' | 'commitFound' | 'rollback'> {
  return {
    async cursor(chain) {
      const [row] = await db.select().from(chainCursors).where(eq(chainCursors.chain, chain))
      return row ? { mode: row.mode, genesis: row.genesis, block: row.block, head: row.head } : null
    },
    async hashes(chain) {
      const rows = await db
        .select()
        .from(chainBlocks)
        .where(eq(chainBlocks.chain, chain))
        .orderBy(desc(chainBlocks.block))
        .limit(keptHashes)
      return rows.map(({ block, hash }) => ({ number: block, hash }))
    },
    async txBelow(chain, block) {
      const [row] = await db
        .select({ hash: chainTxs.hash, block: chainTxs.block })
        .from(chainTxs)
        .where(and(eq(chainTxs.chain, chain), lte(chainTxs.block, block)))
        .orderBy(desc(chainTxs.block))
        .limit(1)
      return row ?? null
    },
    skip: (chain, to) =>
      db.transaction(async (tx) => {
        await holdCursor(tx, chain)
        await tx.update(chainCursors).set({ block: to.number, head: to.number, updatedAt: now() }).where(eq(chainCursors.chain, chain))
        await tx.delete(chainBlocks).where(eq(chainBlocks.chain, chain))
        await tx.execute(insertHashes(chain, [to]))
        await tx.execute(sql`update chain_watched set since = null, searched_to = null where chain = ${chain}`)
      }),
    begin: (chain, mode, genesis, after) =>
      db.transaction(async (tx) => {
        for (const table of [...tables, 'chain_holdings', 'chain_tokens', 'chain_nfts', 'chain_pending', 'chain_cursors'])
          await tx.execute(sql`delete from ${sql.identifier(table)} where chain = ${chain}`)
        await tx.execute(sql`update chain_watched set since = null, searched_to = null where chain = ${chain}`)
        const block = after?.number ?? -1
        await tx.insert(chainCursors).values({ chain, mode, genesis, block, head: block, updatedAt: now() })
        if (after) await tx.execute(insertHashes(chain, [after]))
      }),
    confirm: async (chain) => {
      await db.update(chainCursors).set({ updatedAt: now() }).where(eq(chainCursors.chain, chain))
    },
    commit: (batch) =>
      db.transaction(async (tx) => {
        const { chain, rows, hashes, to } = batch
        if (!(await moveCursor(tx, batch, now()))) return false
        await tx.execute(insertHashes(chain, hashes))
        await tx.execute(sql`delete from chain_blocks where chain = ${chain} and block <= ${to - keptHashes}`)
        for (const json of rows.txs) await tx.execute(settlePending(chain, json))
        await insertRows((query) => tx.execute(query), chain, rows, now())
        return true
      }),
    commitFound: (chain, found, rows) =>
      db.transaction(async (tx) => {
        const [cursor] = await holdCursor(tx, chain)
        const changed = await tx
          .select({ block: chainBlocks.block })
          .from(chainBlocks)
          .innerJoin(
            sql`json_to_recordset(${hashesJson(found)}::json) as x(b bigint, h text)`,
            sql`x.b = ${chainBlocks.block} and decode(x.h, 'hex') <> ${chainBlocks.hash}`,
          )
          .where(eq(chainBlocks.chain, chain))
          .limit(1)
        // They were found on a branch that is gone. Whoever searches finds them again, where they are now.
        if (!cursor || changed.length > 0 || found.some(({ number }) => number > cursor.block))
          throw new Error('The chain moved during a search.')
        for (const json of rows.txs) await tx.execute(settlePending(chain, json))
        await insertRows((query) => tx.execute(query), chain, rows, now())
      }),
    rollback: (chain, to) =>
      db.transaction(async (tx) => {
        await holdCursor(tx, chain)
        await tx.execute(waitAgain(chain, to, now()))
        for (const table of tables) await tx.execute(sql`delete from ${sql.identifier(table)} where chain = ${chain} and block > ${to}`)
        await tx.execute(sql`delete from chain_holdings where chain = ${chain} and first_block > ${to}`)
        await tx
          .update(chainCursors)
          .set({ block: to, updatedAt: now() })
          .where(and(eq(chainCursors.chain, chain), sql`${chainCursors.block} > ${to}`))
      }),
  }
}
