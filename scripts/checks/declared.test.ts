import { expect, test } from 'vitest'
import { undeclared } from './declared.js'

test('behavior: packages with and without a scope, and their parts, are known by their name', () => {
  const source = `import { pad } from 'viem/utils'\nimport { base58 } from '@scure/base'\nimport { read } from './read.js'\nimport 'node:fs'`
  expect(undeclared('a.ts', source, new Set(['viem', '@scure/base']))).toEqual([])
})

test('error: what the workspace does not declare is named once', () => {
  expect(
    undeclared(
      'a.ts',
      `import { pad } from 'viem'\nconst later = () => import('viem/ens')\nimport { base58 } from '@scure/base'`,
      new Set(),
    ),
  ).toEqual(['viem', '@scure/base'])
})
