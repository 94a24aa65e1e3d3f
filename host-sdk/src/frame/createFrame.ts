import { codes, type DialogApi, frameReasons, readProperty } from '@latchkey/protocol'
import type { Bridge } from '@latchkey/protocol/bridge'
import { disconnected, ModalError, toModalError } from '../modalError.js'
import { createLink, type Link, type LinkContext } from './createLink.js'
import { placeInline } from './elements.js'

/** A page that always takes the frame out is not fought for ever. */
const mostRebuilds = 3

export type Frame = {
  /** The frame speaks. */
  up(): boolean
  /** There is a frame, speaking or on its way. */
  exists(): boolean
  inline(): boolean
  /** How often the page took the frame out while it was needed. */
  removals(): number
  /**
   * Loads the frame if there is none.
   *
   * @param container for inline mode, null for the modal dialog; left out keeps what there is
   * @throws ModalError 4900 'iframe_load_failed', 4100 for a page that may not use the dialog, -32002 for another container now
   */
  load(container?: Element | null): Promise<void>
  readonly call: Bridge<DialogApi>['call']
  /** Shows or hides the dialog. */
  show(visible: boolean): void
  setHeight(px: number): void
  /** Counts what must not lose the frame to another `container`. */
  hold(more: 1 | -1): void
  /** Hides the dialog, though it is open, for interface of the page itself. */
  stepAside(aside: boolean): void
  destroy(): void
}

/** The focused element, through open shadow roots. */
function focusedElement(): HTMLElement | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element as HTMLElement | null
}

/** The dialog's frame as the rest of the SDK sees it: there when it is needed, rebuilt when it was lost. */
export function createFrame({
  broken,
  ...context
}: Omit<LinkContext, 'container'> & {
  /** Why no frame can come, when the page's options say so already. */
  readonly broken?: ModalError | undefined
}): Frame {
  let link: Link | undefined
  let container: Element | null = null
  let visible = false
  let opener: HTMLElement | null = null
  let removals = 0
  let rebuilds = 0
  let busy = 0
  let aside = false

  function sync() {
    link?.surface?.show(visible && !aside)
  }

  function build() {
    const own: Link = createLink({
      ...context,
      container,
      onDown(error, cause) {
        if (link === own) link = undefined
        if (cause === 'removed') removals++
        context.onDown(error, cause)
        if (cause === 'removed' && visible && rebuilds++ < mostRebuilds) load().catch(() => {})
      },
    })
    link = own
    sync()
    return own
  }

  async function load(next?: Element | null) {
    if (broken) throw broken
    // The page may have removed it in this very task, before any observer ran.
    if (link && !link.iframe.isConnected) link.drop(disconnected(), 'removed')
    if (next === undefined) next = container?.isConnected ? container : null
    if (next !== container) {
      // What was asked of a frame that is gone holds nothing.
      if (busy && link) throw new ModalError(codes.resourceUnavailable, 'Another request is pending')
      link?.drop(disconnected(), 'replaced')
      container = next
    }
    await (link ?? build()).ready
  }

  const call: Frame['call'] = async (method, params, options) => {
    const asksUser = options?.timeout === null
    if (asksUser) busy++
    try {
      await load()
      const bridge = link?.bridge()
      if (!bridge) throw disconnected()
      return await bridge.call(method, params, options)
    } catch (error) {
      const fault = toModalError(error)
      // A frame that reloaded into nothing: the next call starts with a new one.
      if (readProperty(fault.data, 'reason') === frameReasons.loadFailed) link?.drop(fault)
      throw fault
    } finally {
      if (asksUser) busy--
    }
  }

  return {
    up: () => !!link?.up,
    exists: () => !!link,
    inline: () => !!container,
    removals: () => removals,
    load,
    call,
    show(next) {
      if (next && !visible) {
        opener = focusedElement()
        rebuilds = 0
      }
      visible = next
      sync()
      if (next || !opener) return
      if ((document.activeElement ?? document.body) === document.body) opener.focus()
      opener = null
    },
    setHeight(px) {
      if (container && link) placeInline(link.iframe, px)
    },
    hold(more) {
      busy += more
    },
    stepAside(next) {
      aside = next
      sync()
    },
    destroy() {
      visible = false
      broken = disconnected()
      link?.drop(broken, 'replaced')
    },
  }
}
