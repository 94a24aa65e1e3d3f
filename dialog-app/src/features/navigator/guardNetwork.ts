import type { Dialog } from '../../lib/dialog.js'
import { findNetwork } from '../../state/networks.js'
import { currentConnection } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { closeDialog } from './close.js'
import { guardsNetwork } from './guardsNetwork.js'
import { showOver } from './showOver.js'

/** Shows the way out when the active network is none of the page's, and takes it away when that is over. */
export function guardNetwork(dialog: Dialog): void {
  const networkId = currentConnection(dialog)?.networkId
  const unsupported = networkId !== undefined && !findNetwork(dialog, networkId)
  const shown = uiStore(dialog).getState().open && currentView(dialog) === 'UnsupportedChain'
  if (unsupported && guardsNetwork(dialog)) showOver(dialog, 'UnsupportedChain')
  else if (shown && !unsupported) closeDialog(dialog, { force: true })
}
