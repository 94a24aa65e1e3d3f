import { expect, test } from 'vitest'
import { withTable } from './browserTable.js'

const engine = { type: 'engine', description: 'firefox 153.7.0' }
const report = {
  suites: [
    {
      specs: [
        {
          title: 'behavior: signs @short',
          file: 'embedded.spec.ts',
          line: 1,
          tests: [
            {
              projectName: 'firefox',
              status: 'expected',
              annotations: [engine, { type: 'consent', description: 'in the wallet’s window' }],
            },
            { projectName: 'chromium', status: 'unexpected', annotations: [] },
          ],
        },
      ],
    },
  ],
}

test('behavior: one line for each flow, with what each engine did, its version and the date; the rest of the document stays', () => {
  const before = 'Before\n<!-- the run: -->\nold\n<!-- :the run -->\nAfter'
  expect(withTable(before, report, new Date('2026-11-23T10:00:00Z'))).toBe(
    [
      'Before\n<!-- the run: -->\n\nRun of 2026-11-23.\n',
      '| flow | chromium | firefox 153.7.0 | test, in `e2e/browsers/` |',
      '| --- | --- | --- | --- |',
      '| signs | fails | works; consent: in the wallet’s window | `embedded.spec.ts` |\n\n<!-- :the run -->\nAfter',
    ].join('\n'),
  )
})

test('error: a document without a place for the table', () => {
  expect(() => withTable('Nothing', report, new Date())).toThrow('docs/browsers.md has no')
})
