import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'

/** Whether a network outside the page's list opens `UnsupportedChain`. */
export function guardsNetwork(dialog: Dialog): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch, basicMode } = settingsStore(dialog).getState().options
  return !allowUnsupportedChain && enableNetworkSwitch !== false && !basicMode
}
