import { chooseLanguage, type Language } from '@latchkey/protocol'
import { i18n } from '@lingui/core'
import en from '../locales/en.json'
import type securityWords from '../security/locales/en.json'

export type MessageId = Extract<keyof typeof en | keyof typeof securityWords, string>
export type Values = Readonly<Record<string, string | number>>

/** The files beside the English one, which is in this chunk. */
const loaders = import.meta.glob<typeof en>(['../locales/*.json', '!../locales/en.json'], { import: 'default' })

i18n.load('en', en as never)
i18n.activate('en')

/** The language that there are words in. */
export const supported = (locale: string): Language => chooseLanguage([locale])

/**
 * Loads a locale's words; English stands in for what is missing, and when they cannot be fetched.
 *
 * @param isWanted whether it still is, once they are here
 * @returns the language that words are in
 */
export async function setLocale(locale: string, isWanted: () => boolean = () => true): Promise<string> {
  const language = supported(locale)
  if (i18n.locale === language) return language
  try {
    const words = { ...en, ...(await loaders[`../locales/${language}.json`]?.()) }
    if (!isWanted()) return i18n.locale
    i18n.load(language, words as never)
    i18n.activate(language)
  } catch {
    return i18n.locale
  }
  return language
}

/** Adds words of a part that is fetched later. */
export const addMessages = (language: string, more: unknown): void => i18n.load(language, more as never)

/** The language that words are in now. */
export const languageNow = (): string => i18n.locale

/** A sentence of the catalogue. Values are text: whatever a page wrote stays text. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values as Record<string, unknown>)

/** Words that the Worker chose. An id that this document does not know (another build) is shown as it is. */
export const words = ({ id, values }: { readonly id: string; readonly values?: Values }): string => t(id as MessageId, values)
