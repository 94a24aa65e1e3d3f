import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../paths.js'
import { fillFolder } from './fillFolder.js'

describe('fillFolder', () => {
  let parent = ''
  let built = ''
  let folder = ''
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'latchkey-fill-'))
    built = join(parent, 'built')
    folder = join(parent, 'database')
    await mkdir(join(built, 'base'), { recursive: true })
    await writeFile(join(built, 'base', '1'), 'table')
    await chmod(join(built, 'base', '1'), 0o644)
  })
  afterEach(() => rm(parent, { recursive: true, force: true }))

  test('behavior: where there is no database, it is a copy of the built one, for its owner alone', async () => {
    await fillFolder(folder, built)
    expect(await readFile(join(folder, 'base', '1'), 'utf8')).toBe('table')
    for (const path of [folder, join(folder, 'base'), join(folder, 'base', '1')]) expect((await stat(path)).mode & 0o077).toBe(0)
    expect((await readdir(parent)).sort()).toEqual(['built', 'database'])
  })

  test('behavior: a copy that was cut off by a kill is begun again', async () => {
    await mkdir(`${folder}.new`)
    await writeFile(join(`${folder}.new`, 'half'), '')
    await fillFolder(folder, built)
    expect(await readdir(folder)).toEqual(['base'])
  })

  test('behavior: a folder that exists is left as it is, and nothing is made where nothing was built', async () => {
    await fillFolder(folder, join(parent, 'nothing'))
    expect(await readdir(parent)).toEqual(['built'])
    await mkdir(folder)
    await fillFolder(folder, built)
    expect(await readdir(folder)).toEqual([])
  })

  test.skipIf(!existsSync(emptyDatabase))('behavior: the database that was built has its tables', async () => {
    await fillFolder(folder)
    const database = await PGlite.create(folder)
    const { rows } = await database.query('select id from projects')
    await database.close()
    expect(rows).toEqual([])
  })
})
