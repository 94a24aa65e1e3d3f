import { describe, expect, test } from 'vitest'
import { chooseLanguage, directionOf, languages, languageTags } from './languages.js'

const have = ['en', 'ar', 'pt-BR', 'zh-Hans', 'zh-Hant']

describe('languages', () => {
  test.each(languageTags)('behavior: %s is a tag as it is written, in its direction', (tag) => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    // Node knows every language's direction; some browsers do not, which is why the table has it.
    const locale = new Intl.Locale(tag) as Intl.Locale & { getTextInfo?(): { direction: string }; textInfo?: { direction: string } }
    expect(languages[tag]).toBe((locale.getTextInfo?.() ?? locale.textInfo)?.direction)
  })
})

describe('chooseLanguage', () => {
  test.each([
    [['de', 'ar'], 'ar'],
    [[undefined, '', '-', 'pt-br'], 'pt-BR'],
    [['ar-EG', 'en'], 'ar'],
    [['ar_SA'], 'ar'],
    [['AR'], 'ar'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-BR'],
    [['zh'], 'zh-Hans'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['en-GB', 'ar'], 'en'],
    [['xx', 'tlh'], 'en'],
    [[], 'en'],
  ])('behavior: of %j it is %s', (wanted, chosen) => {
    expect(chooseLanguage(wanted, have)).toBe(chosen)
  })
})

describe('directionOf', () => {
  test.each(languageTags)('behavior: %s in any region is written as in the table', (tag) => {
    for (const one of [tag, tag.toUpperCase(), `${new Intl.Locale(tag).maximize().language}-XB`])
      expect(directionOf(one)).toBe(languages[tag])
  })

  test('behavior: a language that there are no words in is shown in English', () => {
    expect([directionOf('tlh'), directionOf('-')]).toEqual(['ltr', 'ltr'])
  })
})
