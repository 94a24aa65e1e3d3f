import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './openDatabase.js'

/** What others on this machine could do with a folder and all that is in it. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  const modes = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o777] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([path, mode]) => `${mode.toString(8)} ${path.slice(folder.length)}`)
}

describe.each([
  { name: 'that is not there yet', isThere: false },
  { name: 'that is empty', isThere: true },
])('openDatabase in a folder $name', ({ isThere }) => {
  let parent = ''
  let folder = ''
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'latchkey-modes-'))
    await chmod(parent, 0o755)
    folder = join(parent, 'data', 'database')
    if (isThere) await mkdir(folder, { recursive: true })
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  test('behavior: nobody but its owner can read or write it, whatever it writes later, and after it was opened by an earlier release', async () => {
    const first = await openDatabase({ folder })
    expect(await openToOthers(folder)).toEqual([])
    await first.db.execute(sql`create table later as select generate_series(1, 10000) as number`)
    await first.db.execute(sql`checkpoint`)
    expect(await openToOthers(folder)).toEqual([])
    await first.close()
    await chmod(folder, 0o755)
    await chmod(join(folder, 'PG_VERSION'), 0o666)
    await (await openDatabase({ folder })).close()
    expect(await openToOthers(folder)).toEqual([])
  }, 120_000)
})

describe('a database that cannot be opened', () => {
  test.each([
    ['postgres://latchkey:hush@127.0.0.1:9/latchkey', '127.0.0.1:9/latchkey', 'ECONNREFUSED'],
    ['postgres://latchkey:hush@localhost:9/latchkey?sslmode=disable', 'localhost:9/latchkey', 'ECONNREFUSED'],
    ['postgres://latchkey:hush@nowhere.invalid/latchkey', 'nowhere.invalid/latchkey', 'nowhere.invalid'],
    ['postgres://latchkey:hush@@@:x/', 'an address that is no URL', ''],
  ])('error: %s is named as the database, without its password', async (url, place, reason) => {
    const error = (await openDatabase({ url, folder: null }).catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toContain(`The database at ${place} (DATABASE_URL, database.url) cannot be opened: `)
    expect(error.message).toContain(reason)
    expect(error.message).not.toContain('hush')
  })

  test('error: a folder that cannot be made is named as the database', async () => {
    const error = (await openDatabase({ folder: '/dev/null/database' }).catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toMatch(
      /^The database folder \/dev\/null\/database \(database.folder, LATCHKEY_DATABASE_FOLDER\) cannot be opened: .*\(E\w+\)$/,
    )
  })
})
