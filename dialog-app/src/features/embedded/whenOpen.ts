import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'

/** Runs when the dialog is on screen: now, or at its next opening. */
export function whenOpen(dialog: Dialog, run: () => void): void {
  const stop = uiStore(dialog).subscribe(look)
  function look() {
    if (!uiStore(dialog).getState().open) return
    stop()
    run()
  }
  look()
}
