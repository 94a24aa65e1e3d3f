import { describe, expect, test } from 'vitest'
import { check, findLoose, findScripts } from './lockFiles.js'

const integrity = `sha512-${'A'.repeat(86)}==`
const entry = { version: '1.0.0', integrity }
const none = new Set<string>()

describe('findLoose', () => {
  test('behavior: entries with a hash, what they bring along, workspaces and links are fine', () => {
    const packages = {
      '': {},
      protocol: { version: '0.1.0' },
      'node_modules/a': entry,
      'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
      'node_modules/@l/p': { resolved: 'protocol', link: true },
    }
    expect(findLoose(packages, none)).toEqual([])
  })

  test.each([
    ['none', { version: '1.0.0' }],
    ['an old one', { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['a short one', { version: '1.0.0', integrity: 'sha512-AAAA' }],
    ['an optional one', { version: '1.0.0', optional: true }],
  ])('error: %s is found, nested too', (_name, loose) => {
    expect(findLoose({ 'node_modules/a': loose }, none)).toEqual(['a@1.0.0 has no SHA-512 hash'])
    expect(findLoose({ 'node_modules/b/node_modules/@c/a': loose }, none)).toEqual(['@c/a@1.0.0 has no SHA-512 hash'])
  })

  test('error: a host, or a repository, in place of the registry', () => {
    for (const resolved of ['https://registry.example.com/a/-/a-1.0.0.tgz', 'git+ssh://git@example.com/a.git#1', 'file:../a.tgz'])
      expect(findLoose({ 'node_modules/a': { ...entry, resolved } }, none)).toEqual([`a@1.0.0 names where it comes from: ${resolved}`])
  })

  test('error: an exception holds for optional packages without a hash only, and goes when there is one', () => {
    const known = new Set(['a@1.0.0'])
    expect(findLoose({ 'node_modules/a': { version: '1.0.0', optional: true } }, known)).toEqual([])
    expect(findLoose({ 'node_modules/a': { version: '1.0.0' } }, known)).toHaveLength(1)
    expect(findLoose({ 'node_modules/a': { version: '1.0.1', optional: true } }, known)).toHaveLength(1)
    expect(findLoose({ 'node_modules/a': { ...entry, optional: true } }, known)).toEqual([
      'a@1.0.0 has a hash now: take it off the list in scripts/checks/lockFiles.js',
    ])
  })
})

describe('findScripts', () => {
  test('error: a repository whose packages may run scripts', () => {
    expect(findScripts('ignore-scripts=true\n', { allowScripts: { esbuild: false } })).toEqual([])
    expect(findScripts('; ignore-scripts=true\n', {})).toEqual(['.npmrc does not say ignore-scripts=true'])
    expect(findScripts('ignore-scripts=true', { allowScripts: { esbuild: true } })).toEqual([
      'package.json lets esbuild run a script when it is installed',
    ])
  })
})

describe('check', () => {
  test('behavior: the lock files of the repository are held to it', () => {
    expect(check().findings).toEqual([])
  })
})
