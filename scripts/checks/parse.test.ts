import { describe, expect, test } from 'vitest'
import { importsOf, lineAt, withoutComments } from './parse.js'

describe('importsOf', () => {
  test('behavior: finds every spelling, types too', () => {
    const source = `
      import a from 'a'
      import { b, type B } from "b"
      import * as c from 'c'
      import 'd'
      export { e } from 'e'
      export * from 'f'
      const g = await import('g')
      import {
        h,
      } from 'h'
      import type { I } from 'i'
      export type { J } from 'j'
      type K = import('k').K
      let l: typeof import('l')
    `
    expect([...importsOf('a.ts', source)].sort().join('')).toBe('abcdefghijkl')
    expect([...importsOf('a.ts', source, { types: false })].sort().join('')).toBe('abcdefgh')
    expect(importsOf('a.ts', `import { type A, type B } from 'types'`, { types: false })).toEqual([])
  })

  test('behavior: leaves out comments and code in strings, but for types in the comments of JavaScript', () => {
    const source = `
      // import x from 'x'
      /** @type {import('t').T} */
      const sample = \`import z from 'z'\`
      const other = "import { w } from 'w'"
      const pattern = /import v from 'v'/
      const made = (name) => import(name)
    `
    expect(importsOf('a.ts', source)).toEqual([])
    expect(importsOf('a.js', source)).toEqual(['t'])
  })

  test('error: what cannot be read is named', () => {
    expect(() => importsOf('broken.ts', 'import {')).toThrow('broken.ts')
  })
})

test('behavior: lineAt counts from one', () => {
  expect(lineAt('a\nb\nc', 4)).toBe(3)
})

test('behavior: withoutComments leaves strings as they are', () => {
  expect(withoutComments('a.ts', "const a = '// b' // c\n/* d */ a()")).toBe("const a = '// b'  \n  a()")
})
