import { type CaipNetworkId, type DialogApi, limits } from '@latchkey/protocol'
import type { Bridge } from '@latchkey/protocol/bridge'
import { report } from '../mistakes/report.js'
import { disconnected, loadFailed, type ModalError, toModalError } from '../modalError.js'
import { createSurface, type Surface } from './createSurface.js'
import { createIframe, placeInline } from './elements.js'

/** A document that has loaded and still says nothing is not ours (an error page, a login wall), milliseconds. */
const silence = 5_000
/** After so long it is looked why: a dialog asks what to draw before its document has loaded, milliseconds. */
const suspicion = 300
const smallestInline = 300
const forbidden = 'securitypolicyviolation'

/** The frame did not come or was refused; the page took it out; the SDK itself did. */
export type Loss = 'failed' | 'removed' | 'replaced'

export type Link = {
  /** There once `ready` has resolved. */
  bridge(): Bridge<DialogApi> | undefined
  readonly surface: Surface | undefined
  readonly iframe: HTMLIFrameElement
  /** Settles when the frame's first `hello` was answered, or when it is clear that none comes. */
  readonly ready: Promise<void>
  /** The frame has said `hello`. */
  up: boolean
  /** Takes the frame out of the page and rejects what is pending. Final. */
  drop(error: ModalError, cause?: Loss): void
}

/** What speaks with a frame. Fetched while the frame's document is. */
export type Speaker = {
  /** @param onHello a document said `hello`; `fault` is why it is of no use */
  openBridge(
    remoteWindow: () => Window | null,
    onHello: (fault: ModalError | undefined, networks: readonly CaipNetworkId[] | undefined) => void,
  ): Bridge<DialogApi>
  /** The frame speaks. */
  onUp(): void
}

export type LinkContext = {
  readonly url: string
  readonly origin: string
  readonly title: string
  readonly container: Element | null
  speaker(): Promise<Speaker>
  /** A document said `hello`; `first` of this frame or, after a reload, another one. `networks` are the project's. */
  onHello(first: boolean, networks?: readonly CaipNetworkId[]): void
  onEscape(): void
  onLeave(): void
  onDown(error: ModalError, cause: Loss): void
}

/**
 * One frame and its Bridge, from append to removal. A frame is never moved and never revived: whoever needs one again makes another.
 */
export function createLink({ url, origin, title, container, speaker, onHello, onEscape, onLeave, onDown }: LinkContext): Link {
  const iframe = createIframe(url, title)
  const surface = container ? undefined : createSurface(iframe, onEscape, onLeave)
  const root = surface?.shell ?? iframe
  if (container) placeInline(iframe, smallestInline)
  const parent = container ?? document.body ?? document.documentElement
  let loads = 0
  let hellos = 0
  // Longer than anything else takes: a server that accepts and never answers.
  let timer = setTimeout(drop, limits.frameLoadTimeout)
  let dropped = false
  /** The document said something: it is a dialog, however long the rest of it takes. */
  let spoke = false
  let fault: ModalError | undefined
  let bridge: Bridge<DialogApi> | undefined
  let settle: (error?: ModalError) => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve())
  })
  ready.catch(() => {})

  function drop(error = loadFailed(), cause: Loss = 'failed') {
    if (dropped) return
    dropped = true
    link.up = false
    clearTimeout(timer)
    observer.disconnect()
    removeEventListener(forbidden, onForbidden)
    removeEventListener('message', onMessage)
    settle(error)
    bridge?.destroy()
    surface?.destroy()
    root.remove()
    onDown(error, cause)
  }

  // The page's own policy: nobody has to wait for a document that the browser does not fetch (CSP3, "securitypolicyviolation").
  // What a policy is only to report (`Content-Security-Policy-Report-Only`), the browser fetches.
  const onForbidden = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) drop(loadFailed('policy'))
  }
  addEventListener(forbidden, onForbidden)
  const onMessage = ({ source }: MessageEvent) => {
    spoke ||= source === iframe.contentWindow
  }
  addEventListener('message', onMessage)

  iframe.addEventListener('load', () => {
    clearTimeout(timer)
    if (hellos >= ++loads) return
    // Another document took the place of ours: what was asked of ours is lost.
    if (loads > 1) bridge?.renew(`${loads}`)
    const whenSilent = (cause?: Parameters<typeof loadFailed>[0]) => cause && hellos < loads && drop(loadFailed(cause))
    timer = setTimeout(whenSilent, silence, 'silence')
    setTimeout(() => dropped || spoke || report('load', origin, whenSilent), suspicion)
  })

  parent.append(root)
  const frameWindow = iframe.contentWindow
  const observer = new MutationObserver(() => {
    // Moved counts as removed: the document starts anew either way.
    if (iframe.contentWindow !== frameWindow) drop(disconnected(), 'removed')
  })
  for (const node of [document.documentElement, parent, root]) observer.observe(node, { childList: true })
  if (container) observer.observe(document, { childList: true, subtree: true })

  const link: Link = { surface, iframe, ready, up: false, drop, bridge: () => bridge }
  speaker().then(({ openBridge, onUp }) => {
    if (dropped) return
    bridge = openBridge(
      () => iframe.contentWindow,
      (error, networks) => {
        fault = error
        // Behind the answer, which ends the refused document's own waiting.
        if (fault) setTimeout(drop, 0, fault)
        onHello(!hellos++, networks)
      },
    )
    bridge.ready.then(
      () => {
        if (fault) return
        clearTimeout(timer)
        link.up = true
        surface?.settled()
        onUp()
        settle()
      },
      (error) => drop(toModalError(error)),
    )
  }, drop)
  return link
}
