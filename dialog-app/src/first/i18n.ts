/*
 * The words of the first view, in the place of `lib/i18n.ts`. English is in the script itself, each other language in a file of its own: those words
 * alone that this view may show (scripts/vite/firstWords.ts).
 */
import { chooseLanguage, directionOf, type Language, languageTags } from '@latchkey/protocol'
import { type Messages, setupI18n } from '@lingui/core'
import { intlLocale } from '../lib/locale.js'

/** Put in by the build. */
declare const __FIRST_WORDS__: Messages

const i18n = setupI18n({ locale: 'en', locales: [intlLocale('en')], messages: { en: __FIRST_WORDS__ } })
const translate = (id: string, values?: Readonly<Record<string, string | number>>) => i18n._(id, values)
const spoken = () => ({ locale: i18n.locale, dir: directionOf(i18n.locale) })

export const t = (_dialog: unknown, id: string, values?: Readonly<Record<string, string | number>>) => translate(id, values)
export const useT = () => translate
export const useI18n = () => ({ i18n, t: translate })
export const activateLocale = async () => spoken()
export const loadNextMessages = async () => {}
export const loadLaterMessages = async () => {}

/** The language of a page; undefined when its words are made by the dialog itself, as those of the pseudo-locales are. */
export const languageOf = (locale: string): Language | undefined =>
  /-X[AB]$/.test(locale) ? undefined : chooseLanguage([locale, ...navigator.languages], languageTags)

/** Goes on in another language, and returns it with its direction. */
export function speak(locale: Language, messages: Messages): ReturnType<typeof spoken> {
  if (locale !== 'en') i18n.loadAndActivate({ locale, locales: [intlLocale(locale)], messages })
  return spoken()
}
