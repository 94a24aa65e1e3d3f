import { describe, expect, test } from 'vitest'
import { literalsOf, parseModule } from './literals.js'

describe('literalsOf', () => {
  test('behavior: text, numbers, lists and objects, with constants used in others', () => {
    const code = 'const name = "A" as const; const row = { name, "key": [1, null, `b`], nested: { x: true } } as Row'

    expect(literalsOf(parseModule(code, true)).get('row')).toEqual({ name: 'A', key: [1, null, 'b'], nested: { x: true } })
  })

  test('behavior: what would have to be computed is left out, and nothing runs', () => {
    const code = `const a = globalThis.broken = 1; const row = { run: f(), sum: 1 + 1, text: \`a\${b}\`, [key]: 1, ...rest, kept: 1 }`

    expect(Object.fromEntries(literalsOf(parseModule(code)))).toEqual({ row: { kept: 1 } })
    expect(globalThis).not.toHaveProperty('broken')
  })

  test('error: what is no code', () => {
    expect(() => parseModule('const = ;')).toThrow()
  })
})
