import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { root } from './root.js'

/** What a module loads before its first line runs: imports and re-exports, not `import()`. */
function readStaticImports(path: string): string[] {
  const { module, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const reExports = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...reExports]
}

/** Every file that is loaded with this one, and what it imports that is no file of ours and none of Node's modules. */
function follow(entry: string): { files: string[]; foreign: string[] } {
  const files = new Set<string>()
  const foreign: string[] = []
  const visit = (path: string) => {
    if (files.has(path)) return
    files.add(path)
    for (const specifier of readStaticImports(path)) {
      if (specifier.startsWith('.')) visit(join(dirname(path), specifier))
      // `createRequire` would load packages where nobody sees it.
      else if (!isBuiltin(specifier) || specifier === 'node:module') foreign.push(`${relative(root, path)} imports ${specifier}`)
    }
  }
  visit(join(root, entry))
  return { files: [...files].map((path) => relative(root, path)), foreign }
}

/** The programs that users start on a fresh clone: all scripts that are files of ours, and what the documentation starts by `node`. */
const entries = [
  ...Object.values(manifest.scripts).flatMap((line) => /^node (?:--\S+ )*(\S+)/.exec(line)?.[1] ?? []),
  'scripts/verifyServed.js',
  ...[...readFileSync(join(root, '.ci/run'), 'utf8').matchAll(/\bnode (\S+\.js)/g)].map(([, path = '']) => path),
]

describe('before anything is installed', () => {
  test('behavior: every command is looked at', () => {
    const names = ['start', 'test', 'serve', 'build', 'bench', 'verifyServed', 'ci/bareStart'].map((name) => `scripts/${name}.js`)
    expect(entries).toEqual(expect.arrayContaining(names))
  })

  test.each([...new Set(entries)])('behavior: %s imports nothing but files of ours and of Node', (entry) => {
    const { files, foreign } = follow(entry)
    expect(files.length).toBeGreaterThan(1)
    expect(foreign).toEqual([])
  })
})
