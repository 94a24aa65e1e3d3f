import { createHash } from 'node:crypto'
import { type AccountName, nameMessageLife } from '@latchkey/protocol'
import { and, asc, count, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.js'
import { accountNames, nameAddresses, nameMessages } from '../db/schema.js'

type Row = typeof accountNames.$inferSelect
/** What a transaction offers is what the database offers. */
type Queries = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>
type Addresses = Readonly<Record<number, string>>

/** A name as it is kept. */
export type OwnedName = AccountName & { readonly owner: string; readonly coinType: number }

/** Why nothing was written. */
export type Refused = 'taken' | 'used' | 'full' | 'crowded' | 'unknown'

/** Addresses of one name: there are billions of coin types. */
export const mostAddresses = 100

type Signed = {
  /** Lower case. */
  readonly owner: string
  /** The signed text: it works once. */
  readonly message: string
}

export type NameStore = {
  readonly get: (name: string) => Promise<OwnedName | undefined>
  /** Names that an address registered and that still stand for it, the oldest first. */
  readonly ofAddress: (address: string) => Promise<readonly OwnedName[]>
  /** Which of these skeletons are taken. */
  readonly takenOf: (skeletons: readonly string[]) => Promise<ReadonlySet<string>>
  readonly register: (
    name: Signed & {
      readonly name: string
      readonly skeleton: string
      readonly coinType: number
      readonly attributes: Row['attributes']
      /** By coin type. */
      readonly addresses: Addresses
      /** Names that one owner may have. */
      readonly most: number
    },
  ) => Promise<OwnedName | Refused>
  readonly setAttributes: (
    change: Signed & { readonly name: string; readonly attributes: Row['attributes'] },
  ) => Promise<OwnedName | Refused>
  readonly setAddress: (
    change: Signed & { readonly name: string; readonly coinType: number; readonly address: string },
  ) => Promise<OwnedName | Refused>
}

/** Ends a transaction without a trace. */
class Refusal extends Error {
  constructor(readonly why: Refused) {
    super(why)
  }
}

const hashOf = ({ owner, message }: Signed) => createHash('sha256').update(`${owner}\n${message}`).digest('base64url')

function nameOf(row: Row, addresses: readonly (typeof nameAddresses.$inferSelect)[]): OwnedName {
  return {
    name: row.name,
    owner: row.owner,
    coinType: row.coinType,
    registered_at: row.registeredAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    attributes: row.attributes,
    addresses: Object.fromEntries(
      addresses.map(({ coinType, address, createdAt }) => [coinType, { address, created_at: createdAt.toISOString() }]),
    ),
  }
}

async function getIn(db: Queries, name: string): Promise<OwnedName | undefined> {
  const [row] = await db.select().from(accountNames).where(eq(accountNames.name, name))
  if (!row) return undefined
  return nameOf(row, await db.select().from(nameAddresses).where(eq(nameAddresses.name, name)))
}

/** @param now milliseconds */
export function createNameStore(db: Database, now: () => number = Date.now): NameStore {
  /** Notes that a message is used. */
  const use = async (queries: Queries, signed: Signed) => {
    // A timestamp may lie ahead by its life, and is good for as long after that.
    const until = new Date(now() + 2 * nameMessageLife * 1_000)
    const [used] = await queries
      .insert(nameMessages)
      .values({ hash: hashOf(signed), until })
      .onConflictDoNothing()
      .returning()
    if (!used) throw new Refusal('used')
  }
  const write = async (work: (queries: Queries, at: Date) => Promise<OwnedName>): Promise<OwnedName | Refused> => {
    const at = new Date(now())
    // Messages that are too old to be used again.
    await db.delete(nameMessages).where(lt(nameMessages.until, at))
    try {
      return await db.transaction((queries) => work(queries, at))
    } catch (error) {
      if (error instanceof Refusal) return error.why
      throw error
    }
  }
  /** Changes a name of its owner. */
  const change = (signed: Signed & { readonly name: string }, work: (queries: Queries, at: Date) => Promise<unknown>) =>
    write(async (queries, at) => {
      const mine = and(eq(accountNames.name, signed.name), eq(accountNames.owner, signed.owner))
      const [row] = await queries.update(accountNames).set({ updatedAt: at }).where(mine).returning()
      if (!row) throw new Refusal('unknown')
      await use(queries, signed)
      await work(queries, at)
      return (await getIn(queries, signed.name)) as OwnedName
    })

  return {
    get: (name) => getIn(db, name),
    ofAddress: async (address) => {
      const rows = await db
        .select()
        .from(accountNames)
        .where(eq(accountNames.owner, address))
        .orderBy(asc(accountNames.registeredAt), asc(accountNames.name))
      if (rows.length === 0) return []
      const names = rows.map(({ name }) => name)
      const addresses = await db.select().from(nameAddresses).where(inArray(nameAddresses.name, names))
      return rows
        .map((row) =>
          nameOf(
            row,
            addresses.filter(({ name }) => name === row.name),
          ),
        )
        .filter((name) => name.addresses[name.coinType]?.address === address)
    },
    takenOf: async (skeletons) => {
      if (skeletons.length === 0) return new Set()
      const rows = await db
        .select({ skeleton: accountNames.skeleton })
        .from(accountNames)
        .where(or(...skeletons.map((skeleton) => eq(accountNames.skeleton, skeleton))))
      return new Set(rows.map(({ skeleton }) => skeleton))
    },
    register: ({ most, addresses, ...signed }) =>
      write(async (queries, at) => {
        const { name, skeleton, owner, coinType, attributes } = signed
        // Registrations of one owner wait for one another: at the same time each would count only the names of before.
        await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${owner}, 0))`)
        const [owned] = await queries.select({ names: count() }).from(accountNames).where(eq(accountNames.owner, owner))
        if ((owned?.names ?? 0) >= most) throw new Refusal('full')
        await use(queries, signed)
        const row = { name, skeleton, owner, coinType, attributes, registeredAt: at, updatedAt: at }
        // Of registrations at the same time the first one is written, and the others find that.
        const [written] = await queries.insert(accountNames).values(row).onConflictDoNothing().returning()
        if (!written) throw new Refusal('taken')
        const entries = Object.entries(addresses)
        await queries
          .insert(nameAddresses)
          .values(entries.map(([type, address]) => ({ name, coinType: Number(type), address, createdAt: at })))
        return (await getIn(queries, name)) as OwnedName
      }),
    setAttributes: (signed) =>
      change(signed, (queries) =>
        queries.update(accountNames).set({ attributes: signed.attributes }).where(eq(accountNames.name, signed.name)),
      ),
    setAddress: (signed) =>
      change(signed, async (queries, at) => {
        const { name, coinType, address } = signed
        const isOther = and(eq(nameAddresses.name, name), ne(nameAddresses.coinType, coinType))
        const [others] = await queries.select({ addresses: count() }).from(nameAddresses).where(isOther)
        if ((others?.addresses ?? 0) >= mostAddresses) throw new Refusal('crowded')
        await queries
          .insert(nameAddresses)
          .values({ name, coinType, address, createdAt: at })
          .onConflictDoUpdate({ target: [nameAddresses.name, nameAddresses.coinType], set: { address, createdAt: at } })
      }),
  }
}
