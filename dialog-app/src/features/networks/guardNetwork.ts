import type { Dialog } from '../../lib/dialog.js'
import { findNetwork } from '../../state/networks.js'
import { currentConnection } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { closeDialog } from '../navigator/close.js'
import { showDialog } from '../navigator/show.js'
import { push } from '../navigator/viewStack.js'

/** Whether a network outside the page's list opens `UnsupportedChain`. */
export function guardsNetwork(dialog: Dialog): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch, basicMode } = settingsStore(dialog).getState().options
  return !allowUnsupportedChain && enableNetworkSwitch !== false && !basicMode
}

/** Shows the way out when the active network is none of the page's, and takes it away when that is over. */
export function guardNetwork(dialog: Dialog): void {
  const networkId = currentConnection(dialog)?.networkId
  const unsupported = networkId !== undefined && !findNetwork(dialog, networkId)
  const shown = uiStore(dialog).getState().open && currentView(dialog) === 'UnsupportedChain'
  if (unsupported && guardsNetwork(dialog)) {
    if (uiStore(dialog).getState().open) push(dialog, 'UnsupportedChain')
    else showDialog(dialog, 'UnsupportedChain')
  } else if (shown && !unsupported) closeDialog(dialog, { force: true })
}
