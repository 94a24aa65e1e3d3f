import type { Dialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { elsewhereStore } from '../../state/elsewhere.js'
import { uiStore } from '../../state/ui.js'
import { markDrawn } from '../../state/whenDrawn.js'

/** Milliseconds between two checks: browsers have no event for it. */
const look = 1_000

/** The document of our origin that opened this window; null when it is gone, or was another site's from the start. */
function openerDocument(): Document | null {
  try {
    const opener = window.opener as Window | null
    return opener && !opener.closed ? opener.document : null
  } catch {
    return null
  }
}

/**
 * In a window of the dialog's own: tells the user when the frame that opened it, and so the page, is gone, or cannot be reached from the start. A frame
 * that was loaded again is another document in the same place, which knows nothing of this window.
 *
 * @param draw draws the dialog, which may not have heard of a page yet
 */
export function watchOpener(dialog: Dialog, draw: () => void): void {
  const before = openerDocument()
  const check = () => {
    if (before && openerDocument() === before) return
    clearInterval(timer)
    elsewhereStore(dialog).setState({ phase: 'cutOff' })
    uiStore(dialog).setState({ open: true })
    draw()
    // No view will be: what says it waits for the first one.
    markDrawn(dialog)
  }
  const timer = setInterval(check, look)
  onDestroy(dialog, () => clearInterval(timer))
  check()
}
