import type { Dialog } from '../../lib/dialog.js'
/** Has the page's console name what is wrong in its options, by code that no view waits for. */
export function nameMistakes(dialog: Dialog, written: unknown): void {
  import('./mistakes.js').then(
    ({ reportMistakes }) => reportMistakes(dialog, written),
    () => {},
  )
}
