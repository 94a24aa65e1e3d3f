import { describe, expect, test } from 'vitest'
import { staticFiles } from './sizes.js'

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
