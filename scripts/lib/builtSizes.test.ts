import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledBytes, staticFiles } from './builtSizes.js'

describe('staticFiles', () => {
  test('behavior: follows static imports, each once, and leaves out what is loaded later and what is no script', () => {
    const manifest = {
      'index.html': { file: 'index.js', imports: ['_a', '_b', 'style.css'], dynamicImports: ['later.ts'] },
      _a: { file: 'a.js', imports: ['_b', '_a'] },
      _b: { file: 'b.js' },
      'style.css': { file: 'style.css' },
      'later.ts': { file: 'later.js', imports: ['_c'] },
      _c: { file: 'c.js' },
    }
    expect([...staticFiles(manifest, ['index.html'])].sort()).toEqual(['a.js', 'b.js', 'index.js'])
    expect([...staticFiles(manifest, ['later.ts', 'unknown'])].sort()).toEqual(['c.js', 'later.js'])
  })
})

describe('bundledBytes', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-sizes-'))
    await writeFile(join(folder, 'part.js'), `export const part = '${'abcdefghij'.repeat(3)}' + Math.random()`)
    await writeFile(join(folder, 'later.js'), `export const later = [${Array.from({ length: 4_000 }, (_, index) => index * 7_919)}]`)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('behavior: counts what comes with createModal, minified, and not what is fetched later or not used', async () => {
    const entry = join(folder, 'index.js')
    await writeFile(
      entry,
      `import { part } from './part.js'
/** A comment of some length, which nobody downloads from an application. */
export const createModal = () => import('./later.js').then(({ later }) => [part, later])
export const unused = [${Array.from({ length: 4_000 }, (_, index) => index * 104_729)}]`,
    )
    const bytes = await bundledBytes(entry)
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(1_500)
  })
})
