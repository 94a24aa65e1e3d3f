import { limits } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { type Toast, uiStore } from '../../state/ui.js'

/** What one dialog keeps here. */
type Own = {
  waiting: (() => void) | undefined
}

const kept = perDialog((): Own => ({ waiting: undefined }))

/** Shows a toast. One that is open closes first; the new one follows after 150 ms. */
export function showToast(dialog: Dialog, toast: Toast): void {
  const own = kept(dialog)
  const next = own.waiting !== undefined
  if (!next && uiStore(dialog).getState().toast === null) {
    uiStore(dialog).setState({ toast })
    return
  }
  hideToast(dialog)
  own.waiting = after(dialog, limits.toastDelay, () => {
    own.waiting = undefined
    uiStore(dialog).setState({ toast })
  })
}

/** Closes the toast that is open, and drops one that was about to follow. */
export function hideToast(dialog: Dialog): void {
  const own = kept(dialog)
  own.waiting?.()
  own.waiting = undefined
  uiStore(dialog).setState({ toast: null })
}
