import type { Mistake } from '@latchkey/protocol'
import type { words } from './words.js'

type Words = typeof words
export type Subject = keyof Words

/**
 * Names a mistake of the page's developer in one console line. The words are fetched: most pages need none.
 *
 * @param subject what it is about, by its name in `words.ts`
 * @param details what the words take
 */
export function report<Name extends Subject>(subject: Name, ...details: Parameters<Words[Name]>): void {
  import('./words.js').then(
    ({ say }) => say(subject, ...details),
    () =>
      // biome-ignore lint/suspicious/noConsole: the developer hears of it, though in fewer words: those come from the server that does not answer
      console.warn(`[latchkey] ${subject}: ${details[0]}. Does the dialog's server run? See docs/errors.md#iframe_load_failed`),
  )
}

/** Names what the dialog found wrong in the page's options. */
export function reportMistakes(mistakes: readonly Mistake[]): void {
  for (const mistake of mistakes) report('option', mistake)
}
