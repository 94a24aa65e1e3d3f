import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { getTableConfig, type PgDatabase, type PgQueryResultHKT, type PgTable } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'
import { relayMessages, relayReceipts } from '../../db/relayTables.js'

const quoted = (names: readonly { readonly name: string }[]) => names.map(({ name }) => `"${name}"`).join(', ')

/** The SQL of a table, from its schema: what a generated migration says, so that the two cannot drift. */
function createTable(table: PgTable): string[] {
  const { name, columns, indexes, primaryKeys, foreignKeys } = getTableConfig(table)
  const lines = columns.map(
    (column) => `"${column.name}" ${column.getSQLType()}${column.primary ? ' primary key' : ''}${column.notNull ? ' not null' : ''}`,
  )
  for (const key of primaryKeys) lines.push(`primary key (${quoted(key.columns)})`)
  for (const key of foreignKeys) {
    const { columns: own, foreignTable, foreignColumns } = key.reference()
    lines.push(
      `foreign key (${quoted(own)}) references "${getTableConfig(foreignTable).name}" (${quoted(foreignColumns)}) on delete ${key.onDelete}`,
    )
  }
  const ownIndexes = indexes.map(({ config }) => {
    const parts = config.columns.flatMap((column) => ('name' in column && column.name ? [{ name: column.name }] : []))
    return `create ${config.unique ? 'unique ' : ''}index "${config.name}" on "${name}" (${quoted(parts)})`
  })
  return [`create table "${name}" (${lines.join(', ')})`, ...ownIndexes]
}

/** Creates the relay's tables. */
export async function createRelayTables(db: PgDatabase<PgQueryResultHKT>): Promise<void> {
  for (const statement of [...createTable(relayMessages), ...createTable(relayReceipts)]) await db.execute(sql.raw(statement))
}

/** A database in memory with the relay's tables. */
export async function openRelayDatabase() {
  const client = await PGlite.create()
  const db = drizzle(client)
  await createRelayTables(db)
  return { db, client, close: () => client.close() }
}
