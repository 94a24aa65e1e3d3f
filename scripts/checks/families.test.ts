import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namespaceIds } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { root } from './sources.js'

const names = JSON.parse(readFileSync(join(root, 'dialog-app/src/locales/later-en.json'), 'utf8')) as Record<string, string>

describe.each(namespaceIds)('the chain family %s', (id) => {
  test(`behavior: the dialog has a folder for ${id}`, () => {
    expect(existsSync(join(root, `dialog-app/src/namespaces/${id}/index.ts`))).toBe(true)
  })

  test(`behavior: the dialog's catalogue names ${id}`, () => {
    expect(names).toHaveProperty([`family.${id}`])
  })
})
