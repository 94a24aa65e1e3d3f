import { isWindow } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { elsewhereStore } from '../../state/elsewhere.js'
import { uiStore } from '../../state/ui.js'

/** Milliseconds between two checks: browsers have no event for it. */
const look = 1_000

/** In a window of the dialog's own: tells the user when the frame that opened it, and so the page, is gone. */
export function watchOpener(dialog: Dialog): void {
  if (!isWindow()) return
  const timer = setInterval(() => {
    if (window.opener && !window.opener.closed) return
    clearInterval(timer)
    elsewhereStore(dialog).setState({ phase: 'cutOff' })
    uiStore(dialog).setState({ open: true })
  }, look)
  onDestroy(dialog, () => clearInterval(timer))
}
