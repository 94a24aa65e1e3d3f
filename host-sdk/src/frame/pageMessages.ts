import { fetchCode } from '../fetchCode.js'
import type { PageMessages } from './translations.js'

export type PageMessage = keyof PageMessages

/** A cross stands behind what can be put away. */
const english: PageMessages = { close: 'Close', unavailable: 'Connecting a wallet is not possible right now. ✕' }

/** The language of the page, else the visitor's. */
const wanted = () => document.documentElement.lang || navigator.language

/** Fetches the messages in other languages than English, where the page needs one. */
export const fetchTranslations = () => (/^en\b/i.test(wanted()) ? undefined : fetchCode(() => import('./translations.js')))

/** Writes a message into an element: in English until the words of another language are here, or where they cannot be fetched. */
export function writeMessage(element: HTMLElement, message: PageMessage): void {
  Object.assign(element, { textContent: english[message], lang: 'en', dir: 'ltr' })
  fetchTranslations()?.then(
    ({ translate }) => Object.assign(element, translate(message, wanted())),
    () => {},
  )
}
