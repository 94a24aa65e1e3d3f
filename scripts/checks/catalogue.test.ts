import { expect, test } from 'vitest'
import { errorTables, membersOf, namesInTable, testTitles, textsOf, textsUsed, withTables } from './catalogue.js'

test('behavior: titles are those of tests alone, also where a table or a template makes them', () => {
  const source = `
    test('behavior: one', () => {})
    test.each([1])('error: two %s', () => {})
    for (const what of list) test(\`error: a \${what} is three\`, () => {})
    describe('no title', () => { say('nor this') }) // test('nor this either')
  `
  expect(testTitles('a.test.ts', source)).toEqual(['behavior: one', 'error: two %s', 'error: a … is three'])
})

test('behavior: a text is used where code names it, and not where a comment or a string does', () => {
  const messages = { alerts: { serverError: 'Server Error', rateLimited: 'Rate Limited' } }
  const source = "/* alerts.rateLimited */ show(alerts.serverError, 'alerts.rateLimited', other.serverError)"
  expect([...textsUsed('a.ts', source, messages)]).toEqual(['alerts.serverError'])
})

test('behavior: names of a table are the code of its first column, and members those of a type', () => {
  const document = '| event | value |\n| --- | --- |\n| `open`, `close` | `x` |\n| `uri` | – |\n\n| `other` | |'
  expect(namesInTable(document, /^\| event /)).toEqual(['open', 'close', 'uri'])
  expect(membersOf('a.ts', 'export type Events = { readonly open: undefined; uri: string }', 'Events')).toEqual(['open', 'uri'])
  expect(textsOf('a.ts', "type Other = 'x' | 'y'; type Reason = /** Why. */ 'one' | 'two' | Other", 'Reason')).toEqual(['one', 'two'])
})

test('behavior: the tables have each text with its place, and replace what was generated before', () => {
  const row = { shown: ['thrown'], codes: [4200], when: 'a | b', remedy: 'c', test: ['a.test.ts', 'x'] } as const
  const messages = { errors: { both: 'Cannot set both `a` and `b`', after: (seconds: string) => `After ${seconds}` } }
  const tables = errorTables({ 'errors.both': row, 'errors.after': row }, messages, { codes: { parse: -32700 }, meanings: {}, never: [] })
  expect(tables).toContain("| `Cannot set both 'a' and 'b'` | thrown | 4200 | a \\| b | c |")
  expect(tables).toContain('| `After {…}` |')
  const document = 'above\n<!-- generated: node scripts/checks/catalogue.js --write -->\nold\n<!-- /generated -->\nbelow'
  const written = withTables(document, tables) ?? ''
  expect(written).toContain(tables)
  expect(written).not.toContain('old')
  expect(withTables(written, tables)).toBe(written)
  expect(withTables('nothing to replace', tables)).toBeUndefined()
})
