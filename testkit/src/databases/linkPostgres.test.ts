import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkPostgres } from './linkPostgres.js'

describe('linkPostgres', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-links-'))
    await mkdir(join(folder, 'native/lib'), { recursive: true })
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }))
    await writeFile(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('behavior: links that the installation did not make are made, and stay as they are', async () => {
    for (let time = 0; time < 2; time++) {
      await linkPostgres(folder)
      expect(await readlink(join(folder, 'native/lib/libpq.so'))).toBe('libpq.so.5.18')
      expect(await readlink(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
    }
  })

  test('behavior: programs that need no links are left alone', async () => {
    await expect(linkPostgres(join(folder, 'native'))).resolves.toBeUndefined()
  })
})
