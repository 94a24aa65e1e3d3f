import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageTags } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { root } from './sources.js'

const folder = join(root, 'dialog-app/src/locales')
const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, string>
const english = { ...read('en'), ...read('later-en') }
/** Names that stand in a message: plural and select forms differ between languages, what they ask for does not. */
const placeholders = (text = '') => [...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((match) => match[1]))].sort()

describe('the catalogues of the dialog', () => {
  test.each(languageTags.filter((tag) => tag !== 'en'))('behavior: %s has every sentence, with values that there are', (tag) => {
    const translated = read(tag)
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort())
    for (const [id, text] of Object.entries(english))
      for (const name of placeholders(translated[id])) expect(placeholders(text), id).toContain(name)
  })

  test.each(languageTags)('behavior: the document for pages that may not use the dialog speaks %s', (tag) => {
    const catalogue = read('refused.messages') as unknown as Record<string, Record<string, string>>
    expect(Object.keys(catalogue[tag] ?? {}).sort()).toEqual(Object.keys(catalogue.en ?? {}).sort())
  })
})
