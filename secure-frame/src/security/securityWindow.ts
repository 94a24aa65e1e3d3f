import type { SecureTheme, SecurityPage } from '@latchkey/protocol'

/** What the window for keys and custody hears from the frame that opened it, with its end of the channel to the Worker. */
export type ToSecurity = { readonly type: 'latchkey:security'; readonly page: SecurityPage; readonly theme: SecureTheme }
/** What it says: it has drawn itself, and waits. */
export type FromSecurity = { readonly type: 'latchkey:security-ready' }

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
  /** Calls back once when the window that was opened is closed. @returns stops it */
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
  let popup: Window | null = null
  let opened: SecurityPage | undefined

  /**
   * The window has drawn itself: it gets a channel to the Worker of its own. Both ends of this message are our origin, which the browser checks;
   * neither the dialog nor the page can have the port, nor hear that there is one.
   */
  function heard({ source, origin, data }: MessageEvent<FromSecurity>) {
    if (origin !== location.origin || source === null || source !== popup || !opened || data?.type !== 'latchkey:security-ready') return
    const { port1, port2 } = new MessageChannel()
    attach(port1)
    const message: ToSecurity = { type: 'latchkey:security', page: opened, theme: theme() }
    popup.postMessage(message, location.origin, [port2])
  }

  const isOpen = () => popup !== null && !popup.closed
  addEventListener('message', heard)

  return {
    open(page) {
      opened = page
      if (isOpen()) popup?.focus()
      else popup = window.open('/security', '_blank', features)
      return popup !== null
    },
    whenClosed(closed) {
      const timer = setInterval(() => {
        if (popup === null || isOpen()) return
        popup = null
        clearInterval(timer)
        closed()
      }, look)
      return () => clearInterval(timer)
    },
    destroy: () => removeEventListener('message', heard),
  }
}
