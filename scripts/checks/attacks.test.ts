import { describe, expect, test } from 'vitest'
import { filesNamed, judgeAttacks } from './attacks.js'

const files = ['e2e/a.spec.ts', 'secure-frame/src/b.test.ts', 'services/src/auth/oauth/c.test.ts', 'services/src/vault/attacks.test.ts']
const read = (path: string) => (path === 'e2e/a.spec.ts' ? "test('error: nobody else is heard', …)" : '')
const table = (...rows: readonly string[]) => ['| attack | rule | test |', '|---|---|---|', ...rows].join('\n')

describe('filesNamed', () => {
  test('behavior: from the root, from the secure frame, or by the name in the folder of sign-in', () => {
    expect(filesNamed('e2e/a.spec.ts', files)).toEqual(['e2e/a.spec.ts'])
    expect(filesNamed('src/**/*.test.ts', files)).toEqual(['secure-frame/src/b.test.ts'])
    expect(filesNamed('oauth/c', files)).toEqual(['services/src/auth/oauth/c.test.ts'])
    expect(filesNamed('../vault/attacks', files)).toEqual(['services/src/vault/attacks.test.ts'])
  })

  test('error: a file that is not there', () => {
    expect(filesNamed('oauth/gone', files)).toEqual([])
  })
})

describe('judgeAttacks', () => {
  test('behavior: rows with a test, with the same as above, with a quoted one, and without defence', () => {
    const rows = ['| x | y | `e2e/a.spec.ts` “nobody else is heard” |', '| x | y | the same |', '| x | *not defended*: why | |']
    expect(judgeAttacks(table(...rows), files, read)).toEqual([])
  })

  test('error: a file that is gone, in a table and in a sentence', () => {
    expect(judgeAttacks(`${table('| x | y | `sessions` |')}\nSee \`e2e/gone.spec.ts\`.`, files, read)).toEqual([
      '3: there is no file sessions',
      '4: there is no file e2e/gone.spec.ts',
    ])
  })

  test('error: a test that no file of the row has', () => {
    expect(judgeAttacks(table('| x | y | `e2e/a.spec.ts` “it flies” |'), files, read)).toEqual([
      '3: no file of this row has a test “it flies”',
    ])
  })

  test('error: an attack without a test, and without a word about it', () => {
    expect(judgeAttacks(table('| x | y | |'), files, read)).toEqual(['3: this has no test, and does not say that it is not defended'])
  })
})
