import { limits } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { takeClosed } from '../../state/onClosed.js'
import { currentConnection } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { flushSnapshot } from '../session/snapshot.js'
import { reset } from './viewStack.js'

/** Milliseconds that the card or the sheet takes to leave the screen (`--t-dialog-out`, `--t-sheet-out`). */
const leaving = 130

/** What one dialog keeps here. */
type Own = {
  hiding: (() => void) | undefined
  shaking: (() => void) | undefined
}

const kept = perDialog((): Own => ({ hiding: undefined, shaking: undefined }))

function shake(dialog: Dialog) {
  const own = kept(dialog)
  uiStore(dialog).setState({ shake: true })
  own.shaking?.()
  own.shaking = after(dialog, limits.shake, () => uiStore(dialog).setState({ shake: false }))
}

function finish(dialog: Dialog) {
  kept(dialog).hiding = undefined
  const inline = settingsStore(dialog).getState().options.inline
  reset(dialog, inline && currentConnection(dialog) ? 'Account' : 'Connect')
  uiStore(dialog).setState({ opened: false, required: false, namespace: null })
  const waiting = takeClosed(dialog)
  if (!inline) {
    // Where the focus was is nothing to the next opening.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    host(dialog)
      .call('setVisible', { visible: false })
      .catch(() => {})
  }
  void flushSnapshot(dialog).then(() => {
    for (const listener of waiting) listener()
  })
}

/**
 * Ends a closing that is under way at once, because the dialog opens again.
 *
 * @returns whether there was one
 */
export function finishClosing(dialog: Dialog): boolean {
  const own = kept(dialog)
  if (own.hiding === undefined) return false
  own.hiding()
  finish(dialog)
  return true
}

/**
 * Closes the dialog: for the Close button, the overlay, drag-down and Escape at the root.
 *
 * @param force also when the page requires a connection (its own abort, a finished job)
 * @returns false when closing is refused; the card then shakes for 500 ms
 */
export function closeDialog(dialog: Dialog, { force = false }: { force?: boolean } = {}): boolean {
  const { open, required, locked } = uiStore(dialog).getState()
  if (!open) return true
  if (!force && (locked || (required && !currentConnection(dialog)))) {
    shake(dialog)
    return false
  }
  uiStore(dialog).setState({ open: false, shake: false })
  if (settingsStore(dialog).getState().options.inline) {
    // Only the opening has ended: whoever waits for its end goes on, and the card stays where it is.
    finish(dialog)
    uiStore(dialog).setState({ open: true })
  } else kept(dialog).hiding = after(dialog, leaving, () => finish(dialog))
  return true
}
