import { describe, expect, test } from 'vitest'
import { isAllowed, productionGraph } from './licences.js'

describe('isAllowed', () => {
  test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', '(Apache-2.0 AND MIT)', 'MPL-2.0', 'OFL-1.1'])(
    'behavior: %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(true)
    },
  )

  test.each([
    'GPL-3.0',
    'LGPL-2.1',
    'BUSL-1.1',
    'MIT AND GPL-3.0',
    'GPL-3.0 OR LGPL-3.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    '',
    undefined,
    null,
  ])('error: %s', (licence) => {
    expect(isAllowed(licence)).toBe(false)
  })
})

describe('productionGraph', () => {
  test('behavior: follows nesting, links, optional packages and needed peers, and no development package', () => {
    const lock = {
      packages: {
        '': { workspaces: ['app'], devDependencies: { tool: '1' } },
        app: { dependencies: { a: '1', shared: '1' }, devDependencies: { tool: '1' } },
        shared: { dependencies: { b: '2' } },
        'node_modules/shared': { link: true, resolved: 'shared' },
        'node_modules/tool': {},
        'node_modules/a': {
          dependencies: { b: '1' },
          optionalDependencies: { c: '1' },
          peerDependencies: { p: '1', q: '1' },
          peerDependenciesMeta: { q: { optional: true } },
        },
        'node_modules/a/node_modules/b': {},
        'node_modules/b': {},
        'node_modules/c': {},
        'node_modules/p': {},
        'node_modules/q': {},
      },
    }
    expect([...productionGraph(lock).keys()].sort()).toEqual([
      'app',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/b',
      'node_modules/c',
      'node_modules/p',
      'node_modules/shared',
      'shared',
    ])
  })
})
