import { i18n } from '@lingui/core'
import en from '../locales/en.json'
import type securityWords from '../locales/security-en.json'

export type MessageId = Extract<keyof typeof en | keyof typeof securityWords, string>
export type Values = Readonly<Record<string, string | number>>

const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: async () => (await import('../locales/ar.json')).default,
}
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

i18n.load('en', en as never)
i18n.activate('en')

/** The locale that there are words for. */
export const supported = (locale: string): string => {
  const language = locale.toLowerCase().split('-')[0] ?? 'en'
  return language in loaders ? language : 'en'
}

/** Loads a locale's words; English stands in for what is missing, and when they cannot be fetched. */
export async function setLocale(locale: string): Promise<string> {
  const language = supported(locale)
  if (i18n.locale === language) return language
  try {
    const words = language === 'en' ? en : { ...en, ...((await loaders[language]?.()) as typeof en) }
    i18n.load(language, words as never)
    i18n.activate(language)
  } catch {
    return i18n.locale
  }
  return language
}

/** Adds words of a part that is fetched later. */
export const addWords = (language: string, more: unknown): void => i18n.load(language, more as never)

/** The language that words are in now. */
export const languageNow = (): string => i18n.locale

export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr')

/** A sentence of the catalogue. Values are text: whatever a page wrote stays text. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values as Record<string, unknown>)

/** Words that the Worker chose. An id that this document does not know (another build) is shown as it is. */
export const words = ({ id, values }: { readonly id: string; readonly values?: Values }): string => t(id as MessageId, values)
