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
