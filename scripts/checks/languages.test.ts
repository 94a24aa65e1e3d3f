import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageTags } from '@latchkey/protocol'
import { messageValues } from '@latchkey/testkit/src/messageValues.ts'
import { describe, expect, test } from 'vitest'
import { isFetchedByAll } from '../vite/shellChunk.ts'
import { parse, walk } from './parse.js'
import { listFiles, readText, root } from './sources.js'

const folder = join(root, 'dialog-app/src/locales')
const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, string>
const english = { ...read('en'), ...read('next-en'), ...read('later-en') }
/** Texts in a file that may be keys of the catalogue; of one that is put together, how it begins. */
function wordsIn(file: string): { readonly text: string; readonly isWhole: boolean }[] {
  const found: { text: string; isWhole: boolean }[] = []
  walk(parse(file, readText(file)).program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') found.push({ text: node.value, isWhole: true })
    const start = node.type === 'TemplateLiteral' && node.quasis[0].value.cooked
    if (start && /^[a-z]\w*\./.test(start)) found.push({ text: start, isWhole: node.quasis.length === 1 })
  })
  return found
}

describe('the catalogues of the dialog', () => {
  test.each(languageTags.filter((tag) => tag !== 'en'))('behavior: %s has every sentence of the dialog, with the same values', (tag) => {
    const translated = read(tag)
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort())
    for (const [id, text] of Object.entries(english)) expect([id, messageValues(translated[id] ?? '')]).toEqual([id, messageValues(text)])
  })

  test.each(languageTags)('behavior: %s quotes a button of the secure pages as it is there', (tag) => {
    const said = (tag === 'en' ? english : read(tag))['login.refusedBody']
    const { 'verify.notMe': button } = JSON.parse(readText(`secure-frame/src/locales/${tag}.json`)) as { 'verify.notMe': string }
    expect(said).toContain(button)
  })

  test.each(languageTags)('behavior: the document for pages that may not use the dialog speaks %s', (tag) => {
    const catalogue = read('refused.messages') as unknown as Record<string, Record<string, string>>
    expect(Object.keys(catalogue[tag] ?? {}).sort()).toEqual(Object.keys(catalogue.en ?? {}).sort())
  })

  test.each(languageTags)('behavior: the playground offers %s, and the documentation names it', (tag) => {
    expect(readText('playground/src/parts/preferences.ts')).toContain(`'${tag}',`)
    expect(readText('docs/options.md').match(/^\| <a id="locale">.*$/m)?.[0]).toContain(`\`${tag}\``)
  })

  test('behavior: code that every dialog fetches says nothing whose words come later', () => {
    const later = Object.keys(read('later-en'))
    const sources = listFiles(/^dialog-app\/src\/(?!first\/|testing\/|locales\/)(?!.*\.test\.).*\.tsx?$/).filter((file) =>
      isFetchedByAll(join(root, file)),
    )
    expect(sources).toContain('dialog-app/src/views/connecting/phases.ts')
    const early = sources.flatMap((file) =>
      wordsIn(file)
        .flatMap(({ text, isWhole }) => later.filter((id) => (isWhole ? id === text : id.startsWith(text))))
        .map((id) => `${file} says ${id}`),
    )
    expect(early).toEqual([])
  })
})
