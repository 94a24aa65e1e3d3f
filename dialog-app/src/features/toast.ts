import { limits } from '@latchkey/protocol'
import { type Toast, uiStore } from '../state/ui.js'

let waiting: ReturnType<typeof setTimeout> | undefined

/** Shows a toast. One that is open closes first; the new one follows after 150 ms. */
export function showToast(toast: Toast): void {
  const next = waiting !== undefined
  if (!next && uiStore.getState().toast === null) {
    uiStore.setState({ toast })
    return
  }
  hideToast()
  waiting = setTimeout(() => {
    waiting = undefined
    uiStore.setState({ toast })
  }, limits.toastDelay)
}

/** Closes the toast that is open, and drops one that was about to follow. */
export function hideToast(): void {
  clearTimeout(waiting)
  waiting = undefined
  uiStore.setState({ toast: null })
}
