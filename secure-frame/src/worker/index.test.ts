import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readImports, stripComments } from '../../../scripts/checks/sources.js'

const folder = dirname(fileURLToPath(import.meta.url))

/** Every file that the Worker can load, and every package it takes from outside. */
function graph(): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string) => {
    const file = path.replace(/\.js$/, '.ts')
    if (files.has(file) || !existsSync(file)) return
    files.add(file)
    for (const specifier of readImports(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  visit(join(folder, 'index.ts'))
  return { files, packages }
}

describe('the Worker', () => {
  test('behavior: what it takes from outside is this list', () => {
    expect([...graph().packages].sort()).toMatchInlineSnapshot(`
      [
        "@latchkey/protocol",
        "@latchkey/protocol/schemas/account",
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

  test('behavior: all of it is in its own folder, and none of it draws', () => {
    const { files } = graph()
    expect(files.size).toBeGreaterThan(30)
    expect([...files].filter((file) => !file.startsWith(`${folder}/`))).toEqual([])
    for (const file of files) expect(stripComments(readFileSync(file, 'utf8')), file).not.toMatch(/\bdocument\b|\bwindow\b|react/i)
  })

  test('behavior: nothing in it logs, guesses at random, evaluates or posts to anybody', () => {
    for (const file of graph().files)
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/console\.|Math\.random|innerHTML|\beval\(|new Function|postMessage\([^)]*'\*'/)
  })
})
