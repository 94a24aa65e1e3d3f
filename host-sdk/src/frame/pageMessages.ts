import { fetchCode } from '../fetchCode.js'

/** What this page itself has to say while there is no dialog. */
export type PageMessage = 'close' | 'unavailable'

/** A cross stands behind what can be put away. */
const english: Readonly<Record<PageMessage, string>> = { close: 'Close', unavailable: 'Connecting a wallet is not possible right now. ✕' }

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
