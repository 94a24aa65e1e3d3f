import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultFeatures } from './settings.js'

test('behavior: the documentation says of every feature what it is when nobody sets it', () => {
  const cells = readFileSync(new URL('../../../docs/options.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  for (const [name, value] of Object.entries(defaultFeatures)) {
    const [, , documented] = cells.find(([, names]) => names?.split(', ').includes(`\`features.${name}\``)) ?? []
    const written = Array.isArray(value) ? value.map((each) => `\`${each}\``).join(', ') : `\`${value}\``
    expect([name, documented]).toEqual([name, written])
  }
})
