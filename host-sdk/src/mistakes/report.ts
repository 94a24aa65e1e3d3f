import { fetchCode } from '../fetchCode.js'
import type { messages } from './messages.js'

type Messages = typeof messages
export type Subject = keyof Messages

/**
 * Names a mistake of the page's developer in one console line. The messages are fetched: most pages need none.
 *
 * @param subject what it is about, by its name in `messages.ts`
 * @param details what the messages take
 */
export function report<Name extends Subject>(subject: Name, ...details: Parameters<Messages[Name]>): void {
  fetchCode(() => import('./messages.js')).then(
    ({ say }) => say(subject, ...details),
    () =>
      // biome-ignore lint/suspicious/noConsole: the developer hears of it, though in fewer messages: those come from the server that does not answer
      console.warn(`[latchkey] ${subject}: ${details[0]}. Does the dialog's server run?`),
  )
}
