import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageOptions } from './pageOptions.js'

test('behavior: every option that a page may set has its place in the documentation, where the console sends users', () => {
  const docs = readFileSync(new URL('../../../docs/options.md', import.meta.url), 'utf8')
  const missing = Object.keys(pageOptions.shape).filter((name) => name !== 'inline' && !docs.includes(`<a id="${name}"></a>`))
  expect(missing).toEqual([])
})
