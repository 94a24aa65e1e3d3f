import { resolve } from 'node:path'

/** The repository's root. `services/src` and the built `services/dist` are equally deep, so one rule serves both. */
export const repository = resolve(import.meta.dirname, '../..')

/** A database of PGlite with empty tables, if it was built (`services/build/emptyDatabase.js`). */
export const emptyDatabase = resolve(import.meta.dirname, '../build/dist/database')

/** Folder of the generated SQL migrations. */
export const migrations = resolve(import.meta.dirname, '../migrations')
