import type { Dialog } from '../../lib/dialog.js'
import { listen } from '../../lib/lifetime.js'
import { uiStore } from '../../state/ui.js'

/** Follows whether the browser has a network. */
export function startOnline(dialog: Dialog): void {
  const look = () => uiStore(dialog).setState({ online: navigator.onLine })
  listen(dialog, window, 'online', look)
  listen(dialog, window, 'offline', look)
  look()
}
