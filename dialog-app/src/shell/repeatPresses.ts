import type { Dialog } from '../lib/dialog.js'
import type { First } from '../lib/first.js'
import { after, onDestroy } from '../lib/lifetime.js'
import { uiStore } from '../state/ui.js'

/**
 * Carries out what the user pressed in the first view before the dialog could: once it is open, because opening puts the first view on screen. It
 * is noted until then. A dialog that could not start is not opened any more: its buttons work at once.
 *
 * @param take ends the noting, and returns how to carry out what was noted
 */
export function repeatPresses(dialog: Dialog, take: First['take']): void {
  const look = () => {
    const { open, fatal } = uiStore(dialog).getState()
    if (!open && !fatal) return
    unsubscribe()
    after(dialog, 0, () => {
      for (const repeat of take()) repeat()
    })
  }
  const unsubscribe = uiStore(dialog).subscribe(look)
  onDestroy(dialog, () => {
    unsubscribe()
    take()
  })
  look()
}
