import type { Dialog } from '../lib/dialog.js'
import { after, onDestroy } from '../lib/lifetime.js'
import { notePresses } from '../lib/notePresses.js'
import { onClosed } from '../state/onClosed.js'
import { uiStore } from '../state/ui.js'

/**
 * Carries out what the user pressed before the dialog could do it: once it is open, because opening puts the first view on screen. The page shows the
 * frame a moment before it can say what is to be opened, at each opening. It is noted until then. A dialog that could not start is not opened any
 * more: its buttons work at once.
 *
 * @param element where the dialog is drawn
 */
export function repeatPresses(dialog: Dialog, element: Element): void {
  const take = notePresses(element)
  const look = () => {
    const { open, fatal } = uiStore(dialog).getState()
    if (!open && !fatal) return
    unsubscribe()
    after(dialog, 0, () => {
      forget()
      for (const repeat of take()) repeat()
    })
    // The page has hidden the frame: what is pressed from then on is meant for the next opening.
    if (open) onClosed(dialog, () => repeatPresses(dialog, element))
  }
  const unsubscribe = uiStore(dialog).subscribe(look)
  const forget = onDestroy(dialog, () => {
    unsubscribe()
    take()
  })
  look()
}
