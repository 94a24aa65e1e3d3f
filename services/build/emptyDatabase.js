import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

const out = join(import.meta.dirname, 'dist')
const folder = join(out, 'database')

/*
 * Makes a database with empty tables: opening a copy of it leaves nothing to migrate, which takes 2 s of processor time. Whoever runs the server may read
 * it, which may be another user than the one who built it; nobody else may write it.
 */
await rm(out, { recursive: true, force: true })
await mkdir(out, { mode: 0o700 })
const database = await PGlite.create(folder)
await migrate(drizzle(database), { migrationsFolder: join(import.meta.dirname, '../migrations') })
await database.close()
for (const entry of await readdir(out, { recursive: true, withFileTypes: true }))
  await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
await chmod(out, 0o755)
