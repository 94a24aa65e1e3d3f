import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { npm, quickStart } from './CodePanel.js'

test('behavior: the first lines to copy are those of README, which `npm start` prints, too', () => {
  const facts = { dialog: 'http://dialog.localhost:4100', projectId: 'latchkey-open' }
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  expect(readme).toContain(`\`\`\`html\n${quickStart(facts)}\n\`\`\``)
  expect(readme).toContain(`\`\`\`ts\n${npm(facts)}\n\`\`\``)
})
