/** A browser's own bars, which come and go, are lower. CSS pixels. */
const lowestKeyboard = 120

/**
 * Keeps the modal dialog's frame above the on-screen keyboard: keyboards of phones lie over a page without making it smaller, which its visual
 * viewport tells (https://drafts.csswg.org/cssom-view/#visualViewport) and no frame inside can see.
 *
 * @param remoteWindow the frame's window
 * @param follows whether the frame may be made lower now
 * @returns stop
 */
export function keepAboveKeyboard(remoteWindow: () => Window | null, follows: () => boolean): () => void {
  const view = globalThis.visualViewport
  const place = () => {
    const iframes = [...document.querySelectorAll<HTMLIFrameElement>('dialog[data-latchkey=shell] > iframe')]
    const iframe = iframes.find(({ contentWindow }) => contentWindow === remoteWindow())
    if (!view || !iframe) return
    const room = iframe.parentElement?.clientHeight ?? 0
    // Who has zoomed by two fingers looks at a part of the page.
    const covered = follows() && view.scale < 1.01 && room - view.height > lowestKeyboard
    iframe.style.setProperty('height', covered ? `${view.height}px` : '100%', 'important')
    iframe.style.setProperty('margin-top', covered ? `${view.offsetTop}px` : '0', 'important')
  }
  const names = ['resize', 'scroll']
  for (const name of names) view?.addEventListener(name, place)
  return () => {
    for (const name of names) view?.removeEventListener(name, place)
  }
}
