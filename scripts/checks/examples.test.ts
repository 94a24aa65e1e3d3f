import { describe, expect, test } from 'vitest'
import { exampleModule, examplesOf, withoutExample } from './examples.js'

const source = `import { b } from './b.js'
export type Pair = [number, number]
/**
 * Adds.
 *
 * @param left a number
 * @example
 * const pair: Pair = [1, 2]
 * add(...pair) // 3
 * @returns the sum
 */
export function add(left: number, right: number) { return left + right }
/** No example. */
export const subtract = (left: number, right: number) => left - right
/** @example one() // '@example of a decorator' */
const one = () => "/** @example two() */"
export const limit = 3
`

describe('examplesOf', () => {
  test('behavior: each with its first line; other tags end it, and code in strings is none', () => {
    expect(examplesOf('a.ts', source)).toEqual([
      { line: 7, code: '\nconst pair: Pair = [1, 2]\nadd(...pair) // 3' },
      { line: 15, code: "one() // '@example of a decorator'" },
    ])
  })
})

describe('exampleModule', () => {
  test('behavior: what the file exports and the code uses is imported, types as types', () => {
    expect(exampleModule('a/b.ts', source, 'const pair: Pair = [1, 2]\nadd(...pair)', '../..')).toBe(
      "import { type Pair, add } from '../../a/b.js'; const pair: Pair = [1, 2]\nadd(...pair)\nexport {}\n",
    )
  })

  test('behavior: imports of neighbours are written as in the file', () => {
    expect(exampleModule('a/b.ts', source, "import { add } from './c.js'\nadd(1, 2)", '../..')).toBe(
      "import { add } from '../../a/c.js'\nadd(1, 2)\nexport {}\n",
    )
  })
})

describe('withoutExample', () => {
  const files: Record<string, string> = {
    'index.ts': "export * from './a.js'\nexport { one } from './c.js'\nexport type { Two } from './d.js'\nexport { z } from 'zod'",
    'a.ts': source,
    'c.tsx': 'export const one = () => 1\nexport const two = () => 2',
  }
  const read = (path: string) => {
    const text = files[path]
    if (text === undefined) throw new Error(path)
    return text
  }

  test('error: functions that are exported without one, through re-exports; constants and types need none', () => {
    expect(withoutExample('index.ts', read)).toEqual(['a.ts: subtract', 'c.tsx: one'])
  })

  test('behavior: one example is enough for all overloads, and none counts that is further up', () => {
    const overloads =
      '/** @example f(1) */\nexport function f(a: 1): 1\nexport function f(a: 2): 2\nexport function f(a: number) { return a }'
    expect(withoutExample('f.ts', () => overloads)).toEqual([])
    expect(withoutExample('g.ts', () => `/** @example g() */\nconst a = 1\nexport function g() { return a }`)).toEqual(['g.ts: g'])
  })
})
