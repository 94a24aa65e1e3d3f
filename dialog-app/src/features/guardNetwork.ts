import { findNetwork } from '../state/networks.js'
import { activeConnection } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { shownView } from '../state/view.js'
import { closeDialog } from './close.js'
import { showDialog } from './show.js'
import { push } from './viewStack.js'

/** Whether a network outside the page's list opens `UnsupportedChain` (rules.md, Networks). */
export function guardsNetwork(): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch, basicMode } = settingsStore.getState().options
  return !allowUnsupportedChain && enableNetworkSwitch !== false && !basicMode
}

/** Shows the way out when the active network is none of the page's, and takes it away when that is over. */
export function guardNetwork(): void {
  const networkId = activeConnection()?.networkId
  const unsupported = networkId !== undefined && !findNetwork(networkId)
  const shown = uiStore.getState().open && shownView() === 'UnsupportedChain'
  if (unsupported && guardsNetwork()) {
    if (uiStore.getState().open) push('UnsupportedChain')
    else showDialog('UnsupportedChain')
  } else if (shown && !unsupported) closeDialog({ force: true })
}
