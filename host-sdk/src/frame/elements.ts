import { type PageMessage, writeMessage } from './pageMessages.js'

const css = (element: HTMLElement, rules: string) => {
  // Through the CSSOM, which `style-src 'self'` allows; important, because pages have rules for `dialog` and `iframe`.
  element.style.cssText = rules.replace(/;/g, '!important;')
}

/** Nothing of the page's and the browser's own: no border, no background. `color-scheme: light` on both sides of the frame's border: another one than the document's makes a transparent frame opaque. */
const bare = 'all:initial;color-scheme:light;'
const full = 'width:100%;height:100%;max-width:none;max-height:none;'

/** The frame element, not yet in the page. */
export function createIframe(url: string, title: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.dataset.latchkey = 'dialog'
  iframe.title = title
  iframe.referrerPolicy = 'origin'
  // To the origin of `src` alone, which is what a feature without a name of an origin means. Browsers without sharing warn about its name.
  iframe.allow = `clipboard-write;clipboard-read;camera;publickey-credentials-get;publickey-credentials-create${'share' in navigator ? ';web-share' : ''}`
  // No top navigation, no modals, no downloads. The last token lets a tap open a wallet's app (Chrome blocks it in sandboxed frames).
  iframe.sandbox =
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-to-custom-protocols'
  iframe.src = url
  return iframe
}

/** Inline mode: as wide as its container, as high as the dialog says. */
export function placeInline(iframe: HTMLIFrameElement, height: number): void {
  css(iframe, `${bare}display:block;width:100%;min-width:300px;height:${height}px;`)
}

/** A modal `<dialog>` around the frame: top layer and an inert page, without a style tag and without touching the page's own elements. */
export function createShell(iframe: HTMLIFrameElement): HTMLDialogElement {
  const shell = document.createElement('dialog')
  shell.dataset.latchkey = 'shell'
  shell.ariaLabel = iframe.title
  css(iframe, `${bare}display:block;${full}`)
  css(shell, `${bare}${full}display:none;position:fixed;inset:0;overflow:hidden;overscroll-behavior:contain;outline:0;`)
  shell.append(iframe)
  return shell
}

/** A button that the page itself draws while there is no dialog to do it, in the corner, over everything. */
export function createPageButton(message: PageMessage, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', onclick: onClick })
  writeMessage(button, message)
  css(
    button,
    'position:fixed;z-index:2147483647;inset-block-start:16px;inset-inline-end:16px;max-width:calc(100% - 32px);box-sizing:border-box;min-width:88px;min-height:44px;padding:8px 16px;border:1px solid #767676;border-radius:12px;background:#fff;color:#111;font:600 16px system-ui;cursor:pointer;',
  )
  return button
}
