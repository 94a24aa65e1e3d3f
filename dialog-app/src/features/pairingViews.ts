import type { ViewName } from '@latchkey/protocol'
import { uiStore } from '../state/ui.js'
import { shownView, viewStore } from '../state/view.js'

/** Views that offer a code to a wallet on another device. */
export const isPairingView = (name: ViewName) => name.startsWith('ConnectingWalletConnect')

/** Fetches what makes codes when a view that shows one is on screen, and never before. */
export function startPairingViews(): void {
  const look = () => {
    if (uiStore.getState().open && isPairingView(shownView()))
      import('./walletConnect/late.js').then(
        ({ showPairing }) => showPairing(),
        () => {},
      )
  }
  viewStore.subscribe(look)
  uiStore.subscribe((state, previous) => state.open !== previous.open && look())
}
