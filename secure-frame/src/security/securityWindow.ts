import type { SecureTheme, SecurityPage } from '@latchkey/protocol'
import { createOwnWindow } from '../shell/ownWindow.js'

/** What the window for keys and custody hears from the frame that opened it, with its end of the channel to the Worker. */
export type ToSecurity = { readonly page: SecurityPage; readonly theme: SecureTheme }

const features = 'popup,width=480,height=760'
/** Milliseconds between two looks whether the window is still there: browsers tell nobody. */
const look = 500

export type SecurityWindow = {
  /**
   * Opens the window, or brings it to the front. Has to be called by a click. It has no name, so that the page around us cannot find it by one.
   *
   * @returns false when the browser gave us none: it blocked it, or the page around us cuts off the windows that open from it
   */
  open(page: SecurityPage): boolean
  /** Calls back once when the window that was opened is closed. @returns unsubscribe */
  whenClosed(closed: () => void): () => void
  destroy(): void
}

/**
 * The window for keys and custody, of which the document has one.
 *
 * @param attach takes one end of a channel to the Worker; the other one is the window's
 * @param theme what the document has on
 */
export function createSecurityWindow(attach: (port: MessagePort) => void, theme: () => SecureTheme): SecurityWindow {
  let page: SecurityPage = 'home'
  let opened = false
  const own = createOwnWindow<ToSecurity>('/security', '_blank', features, (port) => {
    attach(port)
    return { page, theme: theme() }
  })
  return {
    open(wanted) {
      page = wanted
      opened = own.open()
      return opened
    },
    whenClosed(closed) {
      const timer = setInterval(() => {
        if (!opened || own.isOpen()) return
        opened = false
        clearInterval(timer)
        closed()
      }, look)
      return () => clearInterval(timer)
    },
    destroy: own.destroy,
  }
}
