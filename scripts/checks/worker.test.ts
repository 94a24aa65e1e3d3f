import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf, withoutComments } from './parse.js'

const folder = fileURLToPath(new URL('../../secure-frame/src/worker', import.meta.url))

/** Every file that the Worker can load, and every package it takes from outside. */
function graph(): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string) => {
    const file = path.replace(/\.js$/, '.ts')
    if (files.has(file) || !existsSync(file)) return
    files.add(file)
    for (const specifier of importsOf(file, readFileSync(file, 'utf8'), { types: false })) {
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  visit(join(folder, 'index.ts'))
  return { files, packages }
}

type Manifest = { readonly dependencies?: Readonly<Record<string, string>>; readonly scripts?: Readonly<Record<string, string>> }

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The folder of a package, as seen from another one's: the nearest `node_modules` upwards that has it. */
function folderOf(name: string, from: string): string {
  const found = join(from, 'node_modules', name)
  if (existsSync(join(found, 'package.json'))) return found
  const parent = dirname(from)
  if (parent === from) throw new Error(`${name} is not installed.`)
  return folderOf(name, parent)
}

/** Packages and all that they depend on, by name. */
function withDependencies(names: readonly string[], from = folder, all = new Map<string, Manifest>()): ReadonlyMap<string, Manifest> {
  for (const name of names) {
    if (all.has(name)) continue
    const path = folderOf(name, from)
    const manifest: Manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    all.set(name, manifest)
    withDependencies(Object.keys(manifest.dependencies ?? {}), path, all)
  }
  return all
}

describe('the Worker', () => {
  test('behavior: what it takes from outside is this list', () => {
    expect([...graph().packages].sort()).toMatchInlineSnapshot(`
      [
        "@latchkey/protocol",
        "@latchkey/protocol/bridge",
        "@latchkey/protocol/schemas/account",
        "@latchkey/protocol/schemas/money",
        "@latchkey/protocol/schemas/secure",
        "@noble/curves/ed25519",
        "@noble/curves/secp256k1",
        "@noble/hashes/sha3",
        "@scure/base",
        "@scure/bip32",
        "@scure/bip39/wordlists/english",
        "micro-key-producer/slip10.js",
        "viem",
        "viem/account-abstraction",
      ]
    `)
  })

  test('behavior: with what those need in turn, they are these packages, none of which runs a script when it is installed', () => {
    const packages = [...graph().packages].filter((name) => !name.startsWith('@latchkey/'))
    const all = withDependencies(packages.map(packageName))
    expect([...all.keys()].sort()).toMatchInlineSnapshot(`
      [
        "@adraffy/ens-normalize",
        "@noble/ciphers",
        "@noble/curves",
        "@noble/hashes",
        "@scure/base",
        "@scure/bip32",
        "@scure/bip39",
        "abitype",
        "eventemitter3",
        "isows",
        "micro-key-producer",
        "micro-packed",
        "ox",
        "viem",
        "ws",
      ]
    `)
    const scripts = [...all].flatMap(([name, manifest]) =>
      ['preinstall', 'install', 'postinstall'].filter((script) => manifest.scripts?.[script]).map((script) => `${name} ${script}`),
    )
    expect(scripts).toEqual([])
  })

  test('behavior: all of it is in its own folder, and none of it draws', () => {
    const { files } = graph()
    expect(files.size).toBeGreaterThan(30)
    expect([...files].filter((file) => !file.startsWith(`${folder}/`))).toEqual([])
    for (const file of files)
      expect(withoutComments(file, readFileSync(file, 'utf8')), file).not.toMatch(/\b(document|window)\s*(\?\.|[.[]\w)|react/i)
  })

  test('behavior: nothing in it logs, guesses at random, evaluates or posts to anybody', () => {
    for (const file of graph().files)
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/console\.|Math\.random|innerHTML|\beval\(|new Function|postMessage\([^)]*'\*'/)
  })
})

test('behavior: the Bridge needs no package where there are no windows, as in the Worker', () => {
  const seen = new Set<string>()
  const visit = (file: string): string[] => {
    if (seen.has(file)) return []
    seen.add(file)
    return importsOf(file, readFileSync(file, 'utf8'), { types: false }).flatMap((specifier) =>
      specifier.startsWith('.') ? visit(join(dirname(file), specifier.replace(/\.js$/, '.ts'))) : [specifier],
    )
  }
  expect(visit(fileURLToPath(new URL('../../protocol/src/bridge.ts', import.meta.url)))).toEqual([])
  expect(seen.size).toBeGreaterThan(5)
})
