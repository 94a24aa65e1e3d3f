import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { emptyDatabase } from '../paths.js'
import { makePrivateFolder } from './privateFiles.js'

/**
 * Copies the empty database that was built to where there is none yet: PGlite needs 7 s of a processor and half a gigabyte of memory to make one with its
 * tables. Migrations that are newer than the build are applied when it is opened.
 * A process that is killed meanwhile leaves no database, instead of half of one.
 *
 * @param folder of the database; one that exists, even empty, is left as it is
 * @param from the database to copy; when it was not built, PGlite makes one itself
 */
export async function fillFolder(folder: string, from = emptyDatabase): Promise<void> {
  if (existsSync(folder) || !existsSync(from)) return
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await cp(from, unfinished, { recursive: true })
  await makePrivateFolder(unfinished)
  await rename(unfinished, folder)
}
