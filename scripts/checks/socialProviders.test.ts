import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { socialProviderIds } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { root } from './sources.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe.each(socialProviderIds)('the social login %s', (id) => {
  test(`behavior: docs/accounts.md says how an operator gets ${id}`, () => {
    expect(read('docs/accounts.md')).toContain(`\n| \`${id}\` |`)
  })

  test(`behavior: the dialog has a mark for ${id}`, () => {
    expect(read('dialog-app/src/ui/marks.css')).toContain(`[data-brand='${id}']`)
  })
})
