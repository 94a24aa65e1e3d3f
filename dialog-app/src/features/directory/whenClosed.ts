import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'

/** Makes a change once the dialog is not on screen, at once when it is not there now. */
export function whenClosed(dialog: Dialog, change: () => void): void {
  if (!uiStore(dialog).getState().open) {
    change()
    return
  }
  const unsubscribe = uiStore(dialog).subscribe(({ open }) => {
    if (open) return
    unsubscribe()
    change()
  })
}
