import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'

type Words = Readonly<Record<string, string>>

const folder = fileURLToPath(new URL('../../dialog-app/src/locales', import.meta.url))
const read = (name: string): Words => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))

/** Languages other than English that there is a catalogue for: one file each. */
export const otherLanguages = (): readonly string[] =>
  readdirSync(folder).flatMap((file) => (/^(?!.*\b(?:en|messages)\.json$)[\w-]+\.json$/.test(file) ? [file.slice(0, -5)] : []))

/** Words of the shell that the first view never shows: they tell of what happens later. */
const later = /^(shell\.(load|fatal|version|dismiss)|common\.(?!verified|newTab))/
/** What may stand at its foot, which is not in the shell. */
const foot = /^connect\.(accept(Both|Terms|Privacy)$|legal|branding$)/

/**
 * The words that the first view may show, compiled, as the script that draws it has them (scripts/vite/firstView.ts).
 *
 * @param language of the catalogue
 */
export function firstWords(language: string): Record<string, unknown> {
  const shell = read('en')
  const next = read('next-en')
  const ids = [...Object.keys(shell).filter((id) => !later.test(id)), ...Object.keys(next).filter((id) => foot.test(id))]
  const words: Words = language === 'en' ? { ...shell, ...next } : read(language)
  return Object.fromEntries(ids.flatMap((id) => (words[id] === undefined ? [] : [[id, compileMessage(words[id])]])))
}
