import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { emit } from './dialogEvents.js'

/**
 * Says that something is over that views may be about. While the dialog is closed there are none, and nothing must follow later either: when the
 * rule has been fetched, another visit may be on screen.
 */
export function emitOnScreen(dialog: Dialog, name: 'disconnected' | 'connectionLost' | 'loginLost' | 'nameRegistered'): void {
  if (uiStore(dialog).getState().open) emit(dialog, name)
}
