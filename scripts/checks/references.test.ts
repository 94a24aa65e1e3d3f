import { describe, expect, test } from 'vitest'
import { dangling, missingCode } from './references.js'

const exists = (path: string) => path === 'docs/options.md'
const names = new Set(['README.md', 'options.md'])

describe('dangling', () => {
  test('behavior: documents of the repository, by name or path', () => {
    expect(dangling('a/b.ts', '/** README.md, docs/options.md and ../docs/options.md */', exists, names)).toEqual([])
  })

  test('error: a document that is not there', () => {
    expect(dangling('a/b.ts', '/** As in rules.md, Errors. (services.md 3.1) */', exists, names)).toEqual(['rules.md', 'services.md'])
  })
})

describe('missingCode', () => {
  const files: Record<string, string> = {
    'a/b.ts': 'export function start() {}\nexport const api = { open: () => 1, async close() {} }\nexport type Modal = { destroy(): void }',
  }
  const has = (path: string) => path in files || path === 'a/'
  const read = (path: string) => files[path] ?? ''

  test('behavior: files, folders and functions that are there; code blocks and other words are no references', () => {
    const text =
      'In `a/` the `eip155` family:\n\n1. `a/b.ts`: `start()`, then\n   `modal.open()`, `close()` and `destroy()`\n\n```\n`gone/`\n```'
    expect(missingCode(text, has, read)).toEqual([])
  })

  test('error: what is not there, and a function whose file is not named in its paragraph', () => {
    const text = 'See `a/c.ts`.\n\n- `a/b.ts`: `stop()`\n- then `start()`\n'
    expect(missingCode(text, has, read)).toEqual([
      '1: there is no a/c.ts',
      '3: a/b.ts does not declare stop',
      '4: no file is named before start()',
    ])
  })
})
