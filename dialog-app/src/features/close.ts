import { limits } from '@latchkey/protocol'
import { host } from '../bridge/host.js'
import { activeConnection } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { flushSnapshot } from './snapshot.js'
import { reset } from './viewStack.js'

/** Milliseconds that the card or the sheet takes to leave the screen (`--t-dialog-out`, `--t-sheet-out`). */
const leaving = 130

type Listener = () => void
const listeners = new Set<Listener>()
let hiding: ReturnType<typeof setTimeout> | undefined
let shaking: ReturnType<typeof setTimeout> | undefined

/** Runs once, when the dialog is gone from the screen. Gives the way to stop listening. */
export function onClosed(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function shake() {
  uiStore.setState({ shake: true })
  clearTimeout(shaking)
  shaking = setTimeout(() => uiStore.setState({ shake: false }), limits.shake)
}

function finish() {
  hiding = undefined
  const inline = settingsStore.getState().options.inline
  reset(inline && activeConnection() ? 'Account' : 'Connect')
  uiStore.setState({ required: false, namespace: null })
  // Whoever opens it again meanwhile waits for the next closing, not for this one.
  const waiting = [...listeners]
  listeners.clear()
  if (!inline)
    host()
      .call('setVisible', { visible: false })
      .catch(() => {})
  void flushSnapshot().then(() => {
    for (const listener of waiting) listener()
  })
}

/**
 * Ends a closing that is under way at once, because the dialog opens again.
 *
 * @returns whether there was one
 */
export function finishClosing(): boolean {
  if (hiding === undefined) return false
  clearTimeout(hiding)
  finish()
  return true
}

/**
 * Closes the dialog: for the Close button, the overlay, drag-down and Escape at the root.
 *
 * @param force also when the page requires a connection (its own abort, a finished job)
 * @returns false when closing is refused; the card then shakes for 500 ms
 */
export function closeDialog({ force = false }: { force?: boolean } = {}): boolean {
  const { open, required } = uiStore.getState()
  if (!open) return true
  if (required && !force && !activeConnection()) {
    shake()
    return false
  }
  uiStore.setState({ open: false, shake: false })
  hiding = setTimeout(finish, leaving)
  return true
}
