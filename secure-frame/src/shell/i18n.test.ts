import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageTags } from '@latchkey/protocol'
import { messageValues } from '@latchkey/testkit/src/messageValues.ts'
import { describe, expect, test } from 'vitest'
import { setLocale, supported, t, words } from './i18n.js'

/** A language's words of each part: what every document has, and the window for keys and custody. */
const parts = ['../locales', '../security/locales']
const read = (part: string, language: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`${part}/${language}.json`, import.meta.url)), 'utf8')) as Record<string, string>
const en = Object.assign({}, ...parts.map((part) => read(part, 'en'))) as Record<string, string>

/** Source of everything that draws or decides words. */
function sources(folder = fileURLToPath(new URL('..', import.meta.url))): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? sources(path) : /(?<!\.test)\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : ''))
    .join('\n')
}

describe('the catalogue', () => {
  test.each(languageTags)('behavior: %s has every sentence, with the same values', (language) => {
    for (const part of parts) {
      const [english, translated] = [read(part, 'en'), read(part, language)]
      expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort())
      for (const [id, text] of Object.entries(english)) expect([id, messageValues(translated[id] ?? '')]).toEqual([id, messageValues(text)])
    }
  })

  test('behavior: every sentence that the Worker names is in it', () => {
    const named = [...sources().matchAll(/'((?:title|warn|row|detail)\.\w+)'/g)].map((match) => match[1] ?? '')
    expect(named.length).toBeGreaterThan(40)
    expect([...new Set(named)].filter((id) => !(id in en))).toEqual([])
  })
})

describe('setLocale', () => {
  test('behavior: another language; English for one that nobody translated', async () => {
    expect(await setLocale('ar-EG')).toBe('ar')
    expect(t('reject')).toBe('رفض')
    expect(await setLocale('tlh')).toBe('en')
    expect(t('reject')).toBe('Reject')
    expect(supported('AR')).toBe('ar')
  })
})

describe('words', () => {
  test('behavior: values stay text', () => {
    expect(words({ id: 'title.send', values: { amount: '1', symbol: '<b>{x}</b>' } })).toBe('Send 1 <b>{x}</b>')
  })
})
