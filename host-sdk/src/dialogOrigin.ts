/** Of a scheme that serves documents, with a name or an address. Chromium's parser accepts more, and writes it in percent-encodings; no resolver knows such a host. */
const served = /^https?:\/\/\[?[\w.:-]+]?(:\d+)?$/

const localhost = /(^|\.)localhost$|^127\.|^\[::1]$/

/**
 * Reads the option `dialogUrl`, as far as it can be meant.
 *
 * @returns the origin that is used; undefined when it cannot serve a dialog
 */
export function readDialogUrl(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim() : ''
  const { protocol } = location
  try {
    const url = new URL(
      // A scheme is followed by more than a port; another one than these is refused below.
      /:\/\/|^[a-z][\w+.-]*:(?!\d)/i.test(text) ? text : `${protocol === 'http:' ? protocol : 'https:'}//${text.replace(/^\/+/, '')}`,
    )
    // A secure page may frame secure documents only, and those of the same machine (Mixed Content).
    if (protocol === 'https:' && url.protocol === 'http:' && !localhost.test(url.hostname)) url.protocol = protocol
    // A page cannot be the dialog's: the dialog has an origin of its own.
    if (text && url.origin !== location.origin && served.test(url.origin)) return url.origin
  } catch {
    // No address at all.
  }
  return undefined
}
