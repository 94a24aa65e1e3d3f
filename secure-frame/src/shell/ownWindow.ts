import { sameOriginOpener } from './sameOriginOpener.js'

/** What a window of ours says: it has drawn itself, and waits. */
type Ready = { readonly type: 'latchkey:ready' }
/** What it hears from the document that opened it, with one end of a channel. */
type Greeting<Given> = { readonly type: 'latchkey:port'; readonly given: Given }

/** Milliseconds for the document that opened us to answer. */
const timeout = 5_000
/** Milliseconds between two looks whether it is still there. */
const look = 1_000

export type OwnWindow = {
  /**
   * Opens the window, or brings it to the front. Has to be called by a click.
   *
   * @returns false when the browser gave us none: it blocked it, or the page around us cuts off the windows that open from it
   */
  open(): boolean
  isOpen(): boolean
  /** Closes the window and hears it no more. */
  close(): void
  /** Hears it no more. */
  destroy(): void
}

/**
 * A window of the wallet: a document of this origin with an address bar, where no page can draw.
 *
 * Each document that draws itself there gets a channel of its own. Both ends of the message that brings it are our origin, which the browser checks;
 * neither the dialog nor the page can have the port, nor hear that there is one.
 *
 * @param target the window's name, which nobody may guess, or `_blank`
 * @param connect takes our end of the channel; gives what the document gets with its own
 */
export function createOwnWindow<Given>(path: string, target: string, features: string, connect: (port: MessagePort) => Given): OwnWindow {
  let popup: Window | null = null

  function heard({ source, origin, data }: MessageEvent<Ready>) {
    if (origin !== location.origin || source === null || source !== popup || data?.type !== 'latchkey:ready') return
    const { port1, port2 } = new MessageChannel()
    const greeting: Greeting<Given> = { type: 'latchkey:port', given: connect(port1) }
    popup.postMessage(greeting, location.origin, [port2])
  }

  const isOpen = () => popup !== null && !popup.closed
  const destroy = () => removeEventListener('message', heard)
  addEventListener('message', heard)

  return {
    open() {
      if (isOpen()) popup?.focus()
      else popup = window.open(path, target, features)
      return popup !== null
    },
    isOpen,
    close() {
      destroy()
      popup?.close()
      popup = null
    },
    destroy,
  }
}

/**
 * In the window: asks the document that opened it for its end of the channel.
 *
 * @throws Error when no document of our origin opened it, or it does not answer
 */
export function takePort<Given>(): Promise<{ readonly port: MessagePort; readonly given: Given }> {
  const opener = sameOriginOpener()
  if (!opener) return Promise.reject(new Error('lost'))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('lost')), timeout)
    const heard = ({ source, origin, data, ports: [port] }: MessageEvent<Greeting<Given>>) => {
      if (origin !== location.origin || source !== opener || data?.type !== 'latchkey:port' || !port) return
      removeEventListener('message', heard)
      clearTimeout(timer)
      resolve({ port, given: data.given })
    }
    addEventListener('message', heard)
    opener.postMessage({ type: 'latchkey:ready' } satisfies Ready, location.origin)
  })
}

/**
 * In the window: calls back once when the document that opened it is gone, with all that it held. It was closed, or another one is in its place: the frame
 * or the page around it was loaded again.
 *
 * @returns unsubscribe
 */
export function whenFrameGoes(gone: () => void): () => void {
  const documentNow = () => sameOriginOpener()?.document
  const before = documentNow()
  const timer = setInterval(() => {
    if (before && documentNow() === before) return
    clearInterval(timer)
    gone()
  }, look)
  return () => clearInterval(timer)
}
