import { chooseLanguage, directionOf, type Language, languageTags } from '@latchkey/protocol'
import { type Messages, setupI18n } from '@lingui/core'
import { useCallback, useSyncExternalStore } from 'react'
import en from '../locales/en.json'
import type { FamilyName } from '../locales/familyNames.js'
import type later from '../locales/later-en.json'
import type next from '../locales/next-en.json'
import { type Dialog, perDialog } from './dialog.js'
import { intlLocale } from './locale.js'
import { warnOnce } from './log.js'
import { useDialog } from './useDialog.js'

/**
 * A key of the message catalogue; English is the source, so a missing key does not compile. It is in three files, because few visitors need all
 * of it: `en.json` is in the shell with the first view, `next-en.json` comes with what a press there leads to, and with it the names of the chain
 * families, which their folders bring; `later-en.json` comes with the first of all other views. A language other than English is one file.
 */
export type MessageId = keyof typeof en | keyof typeof next | keyof typeof later | FamilyName
export type MessageValues = Readonly<Record<string, string | number>>
/** ICU messages that a page gives in place of ours, per locale and key. */
export type MessageOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>

type Catalogue = Readonly<Record<string, string | readonly unknown[]>>

const nextEnglish = async (): Promise<Catalogue> => {
  const [next, { englishFamilyNames }] = await Promise.all([import('../locales/next-en.json'), import('../locales/familyNames.js')])
  return { ...next.default, ...englishFamilyNames() }
}

const laterEnglish = async (): Promise<Catalogue> => {
  const [next, later] = await Promise.all([nextEnglish(), import('../locales/later-en.json')])
  return { ...next, ...later.default }
}

/** One lazy chunk per language; English is in the shell, and comes with the views. */
const files = import.meta.glob<Catalogue>(['../locales/*.json', '!../locales/{en,next-en,later-en,refused.messages}.json'], {
  import: 'default',
})

async function translated(language: Language): Promise<Catalogue> {
  const load = files[`../locales/${language}.json`]
  // English is the fallback of every language.
  if (!load) return {}
  const [messages, { translatedFamilyNames }] = await Promise.all([load(), import('../locales/translatedFamilyNames.js')])
  return { ...messages, ...translatedFamilyNames(language) }
}

/** Made from English: accents and longer words, and the same from right to left. */
const pseudoLocales = ['en-XA', 'ar-XB'] as const

/** Locales that there are catalogues for. */
const locales = [...languageTags, ...pseudoLocales]

async function load(locale: (typeof locales)[number]): Promise<Catalogue> {
  if (locale !== 'en-XA' && locale !== 'ar-XB') return translated(locale)
  const [{ pseudo }, english] = await Promise.all([import('../locales/pseudo.js'), laterEnglish()])
  return pseudo({ ...en, ...english })
}

type Words = {
  readonly i18n: ReturnType<typeof setupI18n>
  /** English, as far as it has been loaded. */
  english: Catalogue
  /** Parts of it that have been loaded, by their loaders. */
  readonly added: Set<() => Promise<Catalogue>>
  /** Counts what was asked for: the last one holds. */
  turn: number
  readonly t: Translate
}

/** The text of a message in the active locale. */
export type Translate = (id: MessageId, values?: MessageValues) => string

const words = perDialog((): Words => {
  const i18n = setupI18n({ locale: 'en', locales: ['en'], messages: { en: en as unknown as Messages } })
  return { i18n, english: en, added: new Set(), turn: 0, t: (id, values) => i18n._(id, values) }
})

async function addEnglish(dialog: Dialog, load: () => Promise<Catalogue>): Promise<void> {
  const { added, i18n } = words(dialog)
  if (added.has(load)) return
  const more = await load()
  added.add(load)
  words(dialog).english = { ...words(dialog).english, ...more }
  // As a fallback of the locale's messages and of the page's own.
  i18n.load(i18n.locale, { ...more, ...i18n.messages } as unknown as Messages)
}

/**
 * Loads the messages of the views to which the first view's buttons lead.
 * @throws whatever the browser says when the chunk does not arrive
 */
export const loadNextMessages = (dialog: Dialog): Promise<void> => addEnglish(dialog, nextEnglish)

/**
 * Loads the messages of all other views, which wait for them.
 * @throws whatever the browser says when the chunk does not arrive
 */
export const loadLaterMessages = (dialog: Dialog): Promise<void> => addEnglish(dialog, laterEnglish)

function reportMissing(dialog: Dialog, locale: string, keys: readonly string[]): void {
  if (keys.length > 0) warnOnce(dialog, `${locale} lacks ${keys.length} message(s), English stands in: ${keys.join(', ')}`)
}

/** English beneath, the locale above it, the page's own words on top. */
function merge(dialog: Dialog, locale: string, catalogue: Catalogue, overrides: Catalogue): Messages {
  const { english } = words(dialog)
  if (locale !== 'en')
    reportMissing(
      dialog,
      locale,
      Object.keys(english).filter((key) => !(key in catalogue)),
    )
  return { ...english, ...catalogue, ...overrides } as unknown as Messages
}

/** The parser is loaded only for a page that brings words of its own. */
async function compileOverrides(messages: Readonly<Record<string, string>> | undefined): Promise<Catalogue> {
  if (!messages) return {}
  const { compileMessage } = await import('@lingui/message-utils/compileMessage')
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, compileMessage(message)]))
}

/**
 * Loads a locale and makes it the one on screen. Where there is no catalogue for it nor for its language, the visitor's languages are
 * tried, then English.
 * @param locale BCP 47 tag, for instance `ar` or `ar-EG`
 * @param overrides the page's `messages` option
 * @returns the locale that is active now and its direction. When a later call overtook this one, that one's.
 */
export async function activateLocale(
  dialog: Dialog,
  locale: string,
  overrides: MessageOverrides = {},
): Promise<{ locale: string; dir: 'ltr' | 'rtl' }> {
  const own = words(dialog)
  own.turn += 1
  const mine = own.turn
  const { i18n } = own
  const chosen = chooseLanguage([locale, ...navigator.languages], locales)
  try {
    const [catalogue, overriding] = await Promise.all([
      load(chosen),
      compileOverrides(overrides[chosen] ?? overrides[chosen.split('-')[0] ?? chosen]),
    ])
    if (mine === own.turn)
      i18n.loadAndActivate({ locale: chosen, locales: [intlLocale(chosen)], messages: merge(dialog, chosen, catalogue, overriding) })
  } catch {
    // A chunk that did not arrive (offline): the words on screen stay.
  }
  return { locale: i18n.locale, dir: directionOf(i18n.locale) }
}

/** The text of a message in the active locale. */
export function t(dialog: Dialog, id: MessageId, values?: MessageValues): string {
  return words(dialog).t(id, values)
}

/** What draws messages with elements in them. It draws again when the locale changes. */
export function useI18n() {
  const { i18n, t } = words(useDialog())
  useSyncExternalStore(
    useCallback((listener: () => void) => i18n.on('change', listener), [i18n]),
    () => i18n.messages,
    () => i18n.messages,
  )
  return { i18n, t }
}

/** The texts for a component: it draws again when the locale changes. */
export function useT(): Translate {
  return useI18n().t
}

/** The active locale as `Intl` wants it (Arabic with Latin digits, as amounts and addresses are). */
export function useIntlLocale(): string {
  return intlLocale(useI18n().i18n.locale)
}
