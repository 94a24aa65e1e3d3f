import { describe, expect, test } from 'vitest'
import { dangling } from './references.js'

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
