import { fetchCode } from '../fetchCode.js'
import type { messages } from './messages.js'

type Messages = typeof messages
export type Subject = keyof Messages

/** Each line is said once, as with the messages: a frame that does not come is asked for again. */
const said = new Set<string>()

/**
 * Names a mistake of the page's developer in one console line. The messages are fetched: most pages need none.
 *
 * @param subject what it is about, by its name in `messages.ts`
 * @param details what the messages take
 */
export function report<Name extends Subject>(subject: Name, ...details: Parameters<Messages[Name]>): void {
  fetchCode(() => import('./messages.js')).then(
    ({ say }) => say(subject, ...details),
    () => {
      const line = `[latchkey] ${subject}: ${details[0]}. Does the dialog's server run?`
      // biome-ignore lint/suspicious/noConsole: the developer hears of it, though in fewer messages: those come from the server that does not answer
      if (!said.has(line)) console.warn(line)
      said.add(line)
    },
  )
}
