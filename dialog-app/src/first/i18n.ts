/* The words of the first view, in the place of `lib/i18n.ts`: English, which is in the shell. Other languages wait for their catalogue. */
import { chooseLanguage, languageTags } from '@latchkey/protocol'
import { type Messages, setupI18n } from '@lingui/core'
import en from '../locales/en.json'

const i18n = setupI18n({ locale: 'en', locales: ['en-u-nu-latn'], messages: { en: en as unknown as Messages } })
const translate = (id: string, values?: Readonly<Record<string, string | number>>) => i18n._(id, values)

export const t = (_dialog: unknown, id: string, values?: Readonly<Record<string, string | number>>) => translate(id, values)
export const useT = () => translate
export const useI18n = () => ({ i18n, t: translate })
export const activateLocale = async () => ({ locale: 'en', dir: 'ltr' as const })
export const loadNextMessages = async () => {}
export const loadLaterMessages = async () => {}

/** Whether a page of this language has its words here. */
export const isSpoken = (locale: string): boolean => chooseLanguage([locale, ...navigator.languages], languageTags) === 'en'
