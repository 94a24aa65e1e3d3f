import type { Frame } from './createFrame.js'

/** Smaller things (badges, hidden frames of extensions) are no interface, CSS pixels. */
const smallest = 40
/** How often added elements are looked at again: they may be filled or slide in later, milliseconds. */
const interval = 250

/** Something of it can be seen, its shadow tree included. */
function renders(element: Element): boolean {
  const inside = [element, ...element.querySelectorAll('*'), ...(element.shadowRoot?.querySelectorAll('*') ?? [])]
  return inside.some((part) => {
    const { width, height, top, left, bottom, right } = part.getBoundingClientRect()
    const inView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    return width > smallest && height > smallest && inView && getComputedStyle(part).visibility === 'visible'
  })
}

const isOurs = (element: Element) => element.hasAttribute('data-latchkey')

/**
 * Watches for interface that the page shows from now on: an element added to the body or the root, a `<dialog>` that opens, a popover.
 * A modal dialog makes the page inert, so a wallet that lives in the page could not be answered while ours is open.
 *
 * @param onShown called once
 * @returns stop
 */
function watchPageInterface(onShown: () => void): () => void {
  const added = new Set<Element>()
  const found = () => {
    stop()
    onShown()
  }
  const look = () => {
    for (const element of added) if (element.isConnected && renders(element)) return found()
  }
  const opened = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || isOurs(target)) return
    if (target.matches('dialog[open]') || (target.popover && target.matches(':popover-open'))) found()
  }
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      opened(target)
      for (const node of addedNodes) if (node instanceof Element && !isOurs(node)) added.add(node)
    }
    look()
  })
  const onToggle = (event: Event) => opened(event.target)
  const timer = setInterval(look, interval)
  function stop() {
    observer.disconnect()
    clearInterval(timer)
    removeEventListener('toggle', onToggle, true)
  }
  for (const parent of [document.body, document.documentElement]) observer.observe(parent, { childList: true })
  observer.observe(document, { subtree: true, attributeFilter: ['open'] })
  addEventListener('toggle', onToggle, true)
  return stop
}

/**
 * Hides the dialog as soon as the page shows interface of its own, and leaves the focus to that: the frame takes the focus for what it draws next, and
 * hears late that somebody else has it, or that it is hidden.
 *
 * @returns stop; the dialog stays hidden
 */
export function stepAsideForPage(frame: Pick<Frame, 'stepAside'>): () => void {
  /** What had the focus in the page last. */
  let last: HTMLElement | undefined
  let isAside = false
  const hasFocus = () => document.activeElement !== null && isOurs(document.activeElement)
  const onBlur = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !isOurs(target)) last = target
    // The window's own blur: a frame has the focus now.
    if (target === window && isAside && hasFocus()) last?.focus()
  }
  addEventListener('blur', onBlur, true)
  const stop = watchPageInterface(() => {
    isAside = true
    const wasTaken = hasFocus()
    frame.stepAside(true)
    if (wasTaken) last?.focus()
  })
  return () => {
    stop()
    removeEventListener('blur', onBlur, true)
  }
}
