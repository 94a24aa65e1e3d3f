import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { currentView, isPairingView, viewStore } from '../../state/view.js'
import { addRules, setFetchRules } from '../events/dialogEvents.js'
import { firstRules } from './firstRules.js'

/** Fetches the rules that the first view does not need. */
export function fetchRules(dialog: Dialog): void {
  import('./rules.js').then(
    ({ rules }) => addRules(dialog, rules),
    () => {},
  )
}

/** From now on what happens has its effect on what is shown. */
export function startNavigator(dialog: Dialog): void {
  addRules(dialog, firstRules)
  setFetchRules(dialog, fetchRules)
  // What makes codes is fetched when a view that shows one is on screen, and never before.
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
