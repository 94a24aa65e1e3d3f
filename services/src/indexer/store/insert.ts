import { type SQL, sql } from 'drizzle-orm'
import type { Rows } from './store.js'

/*
 * How JSON becomes rows. Each statement has one parameter: the text. Rows that are there already stay: their keys are places on the chain, so a
 * batch that is written twice is written once.
 */

const bytes = (name: string) => sql.raw(`decode(${name}, 'hex')`)

const inserts: Readonly<Record<Exclude<keyof Rows, 'nfts'>, (chain: number, json: string) => SQL>> = {
  txs: (chain, json) => sql`
    insert into chain_txs (chain, block, position, hash, sender, recipient, created, nonce, value, fee, success, method, mined_at)
    select ${chain}, b, p, ${bytes('h')}, ${bytes('s')}, ${bytes('r')}, ${bytes('c')}, n, v, f, o, ${bytes('m')}, t
    from json_to_recordset(${json}::json) as x(b bigint, p int, h text, s text, r text, c text, n bigint, v numeric, f numeric, o boolean, m text, t bigint)
    on conflict do nothing`,
  transfers: (chain, json) => sql`
    insert into chain_transfers (chain, block, position, source, place, item, kind, token, sender, recipient, amount, token_id)
    select ${chain}, b, p, q, l, i, k, ${bytes('c')}, ${bytes('s')}, ${bytes('r')}, v, d
    from json_to_recordset(${json}::json) as x(b bigint, p int, q smallint, l int, i smallint, k text, c text, s text, r text, v numeric, d numeric)
    on conflict do nothing`,
  activity: (chain, json) => sql`
    insert into chain_activity (address, chain, block, position, operation, success)
    select ${bytes('a')}, ${chain}, b, p, k, o
    from json_to_recordset(${json}::json) as x(a text, b bigint, p int, k text, o boolean)
    on conflict do nothing`,
  holdings: (chain, json) => sql`
    insert into chain_holdings as old (address, chain, token, token_id, kind, first_block)
    select ${bytes('a')}, ${chain}, ${bytes('c')}, d, k, b
    from json_to_recordset(${json}::json) as x(a text, c text, d numeric, k text, b bigint)
    on conflict (address, chain, token, token_id) do update set first_block = excluded.first_block where old.first_block > excluded.first_block`,
  tokens: (chain, json) => sql`
    insert into chain_tokens as old (chain, token, kind, airdropped)
    select ${chain}, ${bytes('c')}, k, g from json_to_recordset(${json}::json) as x(c text, k text, g boolean)
    on conflict (chain, token) do update set airdropped = true where excluded.airdropped and not old.airdropped`,
  changes: (chain, json) => sql`
    insert into chain_changes (address, chain, hash, status, at)
    select ${bytes('a')}, ${chain}, ${bytes('h')}, s, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from json_to_recordset(${json}::json) as x(a text, h text, s text)`,
}

/** NFTs that may wait for their metadata: whoever makes a million of them in a day does not fill the queue for everybody. */
const mostQueued = 2_000

const queueNfts = (chain: number, json: string, now: number) => sql`
  insert into chain_nfts (chain, token, token_id, kind, state, due_at)
  select ${chain}, ${bytes('c')}, d, k, 'queued', ${now} from json_to_recordset(${json}::json) as x(c text, d numeric, k text)
  where (select count(*) from (select 1 from chain_nfts where chain = ${chain} and state = 'queued' limit ${mostQueued}) as queued) < ${mostQueued}
  on conflict do nothing`

type Execute = (query: SQL) => Promise<unknown>

/** Writes rows. Changes come last: their numbers are taken right before the commit, so that readers see them in order. */
export async function insertRows(execute: Execute, chain: number, rows: Rows, now: number): Promise<void> {
  for (const table of ['txs', 'transfers', 'activity', 'holdings', 'tokens'] as const)
    for (const json of rows[table]) await execute(inserts[table](chain, json))
  for (const json of rows.nfts) await execute(queueNfts(chain, json, now))
  for (const json of rows.changes) await execute(inserts.changes(chain, json))
}

/** Takes what a block has settled off the waiting ones: itself, and what was sent with the same nonce. */
export const settlePending = (chain: number, json: string): SQL => sql`
  with mined as (
    select b, ${bytes('h')} as hash, ${bytes('s')} as sender, n
    from json_to_recordset(${json}::json) as x(b bigint, h text, s text, n bigint)
  ), gone as (
    delete from chain_pending p using mined m where p.chain = ${chain} and p.hash = m.hash
  ), replaced as (
    update chain_pending p set status = 'replaced', settled_in = m.b from mined m
    where p.chain = ${chain} and p.sender = m.sender and p.nonce = m.n and p.hash <> m.hash and p.status <> 'replaced'
    returning p.hash, p.addresses
  )
  insert into chain_changes (address, chain, hash, status, at)
  select unnest(addresses), ${chain}, hash, 'replaced', (extract(epoch from clock_timestamp()) * 1000)::bigint from replaced`
