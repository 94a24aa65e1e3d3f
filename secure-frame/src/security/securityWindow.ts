import type { SecureTheme, SecurityPage } from '@latchkey/protocol'
import { getState, type SecurityActions } from '../shell/store.js'

/** What the window for keys and custody hears from the frame that opened it, with its end of the channel to the Worker. */
export type ToSecurity = { readonly type: 'latchkey:security'; readonly page: SecurityPage; readonly theme: SecureTheme }
/** What it says: it has drawn itself, and waits. */
export type FromSecurity = { readonly type: 'latchkey:security-ready' }

const features = 'popup,width=480,height=760'
/** Milliseconds between two looks whether the window is still there: browsers tell nobody. */
const look = 500

let popup: Window | null = null
let opened: { readonly page: SecurityPage; readonly attach: SecurityActions['attach'] } | undefined

/**
 * The window has drawn itself: it gets a channel to the Worker of its own. Both ends of this message are our origin, which the browser checks;
 * neither the dialog nor the page can have the port, nor hear that there is one.
 */
function heard({ source, origin, data }: MessageEvent<FromSecurity>) {
  if (origin !== location.origin || source === null || source !== popup || !opened || data?.type !== 'latchkey:security-ready') return
  const { port1, port2 } = new MessageChannel()
  opened.attach(port1)
  const message: ToSecurity = { type: 'latchkey:security', page: opened.page, theme: getState().theme }
  popup.postMessage(message, location.origin, [port2])
}

const isOpen = () => popup !== null && !popup.closed

/**
 * Opens the window for keys and custody, or brings it to the front. Has to be called by a click. It has no name, so that the page around us
 * cannot find it by one.
 *
 * @returns false when the browser gave us none: it blocked it, or the page around us cuts off the windows that open from it
 */
export function openSecurityWindow(page: SecurityPage, attach: SecurityActions['attach']): boolean {
  opened = { page, attach }
  addEventListener('message', heard)
  if (isOpen()) popup?.focus()
  else popup = window.open('/security', '_blank', features)
  return popup !== null
}

/** Calls back once when the window that was opened is closed. @returns stops it */
export function whenSecurityWindowCloses(closed: () => void): () => void {
  const timer = setInterval(() => {
    if (popup === null || isOpen()) return
    popup = null
    clearInterval(timer)
    closed()
  }, look)
  return () => clearInterval(timer)
}
