import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageTags, namespaceIds } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { root } from './sources.js'

const folder = (id: string) => join(root, `dialog-app/src/namespaces/${id}`)

describe.each(namespaceIds)('the chain family %s', (id) => {
  test(`behavior: the dialog has a folder for ${id}`, () => {
    expect(readFileSync(join(folder(id), 'index.ts'), 'utf8')).toContain(`export const ${id}: Namespace`)
  })

  test(`behavior: the dialog has a mark for ${id}`, () => {
    expect(existsSync(join(folder(id), 'glyph.ts'))).toBe(true)
  })

  test.each(languageTags)(`behavior: %s has a name for ${id}`, (tag) => {
    const names = JSON.parse(readFileSync(join(folder(id), 'names.json'), 'utf8')) as Record<string, string>
    expect(names[tag]).toMatch(/\S/)
  })
})
