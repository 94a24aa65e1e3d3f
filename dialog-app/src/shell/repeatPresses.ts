import type { Dialog } from '../lib/dialog.js'
import type { First } from '../lib/first.js'
import { after, onDestroy } from '../lib/lifetime.js'
import { uiStore } from '../state/ui.js'

/**
 * Carries out what the user did with the first view before the dialog could: once it is open, because opening puts the first view on screen. It
 * is noted until then.
 */
export function repeatPresses(dialog: Dialog, first: First): void {
  const look = () => {
    if (!uiStore(dialog).getState().open) return
    unsubscribe()
    after(dialog, 0, () => {
      for (const repeat of first.take()) repeat()
    })
  }
  const unsubscribe = uiStore(dialog).subscribe(look)
  onDestroy(dialog, unsubscribe)
  look()
}
