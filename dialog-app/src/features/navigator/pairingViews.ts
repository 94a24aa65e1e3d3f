import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { currentView, isPairingView, viewStore } from '../../state/view.js'

/** Fetches what makes codes when a view that shows one is on screen, and never before. */
export function startPairingViews(dialog: Dialog): void {
  const look = () => {
    if (uiStore(dialog).getState().open && isPairingView(currentView(dialog)))
      import('../walletConnect/lazy.js').then(
        ({ showPairing }) => showPairing(dialog),
        () => {},
      )
  }
  viewStore(dialog).subscribe(look)
  uiStore(dialog).subscribe((state, previous) => state.open !== previous.open && look())
}
