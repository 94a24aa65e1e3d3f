import type { FrameRectangle } from '@latchkey/protocol'

/** Out of sight: it loads and runs, and nothing of it can be touched. Through the CSSOM, which the document's CSP allows. */
const hidden =
  'position:fixed;inset:0 auto auto 0;width:360px;height:480px;visibility:hidden;pointer-events:none;border:0;color-scheme:light;'

/**
 * The secure frame's element, beside the application's root: it is never moved in the document, because that would start its document anew.
 *
 * @param url address of the document `/sdk`
 */
export function createSecureElement(url: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  const { origin } = new URL(url)
  iframe.dataset.latchkey = 'secure'
  iframe.title = 'Latchkey'
  iframe.referrerPolicy = 'origin'
  iframe.allow = ['clipboard-write', 'clipboard-read', 'publickey-credentials-get', 'publickey-credentials-create']
    .map((feature) => `${feature} ${origin}`)
    .join(';')
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox')
  iframe.style.cssText = hidden
  iframe.src = url
  return iframe
}

/** Puts the frame over a place of the dialog, or out of sight. No transform, opacity or clip: what it shows must be provably visible. */
export function placeElement(iframe: HTMLIFrameElement, rectangle: FrameRectangle | null): void {
  if (!rectangle) {
    iframe.style.cssText = hidden
    return
  }
  const { x, y, width, height } = rectangle
  iframe.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;border:0;color-scheme:light;z-index:1;`
}
