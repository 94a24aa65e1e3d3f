import { i18n, type Messages } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import en from '../locales/en.json'
import type later from '../locales/later-en.json'
import { chooseLocale, directionOf, intlLocale } from './locale.js'
import { warnOnce } from './log.js'

/**
 * A key of the message catalogue; English is the source, so a missing key does not compile. It is in two files, because the first view has
 * no use for the words of the others: `en.json` is in the shell, `later-en.json` comes with the first of the other views.
 */
export type MessageId = keyof typeof en | keyof typeof later
export type MessageValues = Readonly<Record<string, string | number>>
/** ICU messages that a page gives in place of ours, per locale and key. */
export type MessageOverrides = Readonly<Record<string, Readonly<Record<string, string>>>>

type Catalogue = Readonly<Record<string, string | readonly unknown[]>>

/** One lazy chunk per locale; English is in the shell. The pseudo-locales are made from English. */
const loaders: Readonly<Record<string, () => Promise<Catalogue>>> = {
  en: wholeEnglish,
  ar: async () => (await import('../locales/ar.json')).default,
  'en-XA': async () => (await import('../locales/pseudo.js')).pseudo(await wholeEnglish()),
  'ar-XB': async () => (await import('../locales/pseudo.js')).pseudo(await wholeEnglish()),
}

/** English, as far as it has been loaded. */
let english: Catalogue = en

async function wholeEnglish(): Promise<Catalogue> {
  english = { ...en, ...(await import('../locales/later-en.json')).default }
  return english
}

/**
 * Brings the words of the views after the first one. Every view but Connect waits for it.
 * @throws whatever the browser says when the chunk does not arrive
 */
export async function loadLaterMessages(): Promise<void> {
  if (english !== en) return
  await wholeEnglish()
  i18n.load(i18n.locale, { ...english, ...i18n.messages } as unknown as Messages)
}

/** Locales that there are catalogues for. */
export const locales: readonly string[] = Object.keys(loaders)

function reportMissing(locale: string, keys: readonly string[]): void {
  if (keys.length > 0) warnOnce(`${locale} lacks ${keys.length} message(s), English stands in: ${keys.join(', ')}`)
}

/** English beneath, the locale above it, the page's own words on top. */
function merge(locale: string, catalogue: Catalogue, overrides: Catalogue): Messages {
  reportMissing(
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

let turn = 0

/**
 * Loads a locale and makes it the one on screen. Where there is no catalogue for it nor for its language, the visitor's languages are
 * tried, then English.
 * @param locale BCP 47 tag, for instance `ar` or `ar-EG`
 * @param overrides the page's `messages` option
 * @returns the locale that is active now and its direction. When a later call overtook this one, that one's.
 */
export async function activateLocale(locale: string, overrides: MessageOverrides = {}): Promise<{ locale: string; dir: 'ltr' | 'rtl' }> {
  turn += 1
  const mine = turn
  const chosen = chooseLocale([locale, ...navigator.languages], locales)
  try {
    const [catalogue, own] = await Promise.all([
      loaders[chosen]?.() ?? en,
      compileOverrides(overrides[chosen] ?? overrides[chosen.split('-')[0] ?? chosen]),
    ])
    if (mine === turn) i18n.loadAndActivate({ locale: chosen, locales: [intlLocale(chosen)], messages: merge(chosen, catalogue, own) })
  } catch {
    // A chunk that did not arrive (offline): the words on screen stay.
  }
  return { locale: i18n.locale, dir: directionOf(i18n.locale) }
}

/** The text of a message in the active locale. */
export function t(id: MessageId, values?: MessageValues): string {
  return i18n._(id, values)
}

/** `t` for a component: it draws again when the locale changes. */
export function useT(): typeof t {
  useSyncExternalStore(subscribe, snapshot)
  return t
}

/** The active locale as `Intl` wants it (Arabic with Latin digits, as amounts and addresses are). */
export function useIntlLocale(): string {
  useSyncExternalStore(subscribe, snapshot)
  return intlLocale(i18n.locale)
}

const subscribe = (listener: () => void) => i18n.on('change', listener)
const snapshot = () => i18n.messages

i18n.loadAndActivate({ locale: 'en', locales: ['en'], messages: merge('en', english, {}) })
