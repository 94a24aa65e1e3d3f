import { type Dialog, perDialog } from './dialog.js'

const said = perDialog(() => new Set<string>())

/** Warns the user who builds the site. Each text is said once in a page's life. */
export function warnOnce(dialog: Dialog, message: string): void {
  if (said(dialog).has(message)) return
  said(dialog).add(message)
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes to the page's console
  console.warn(`[latchkey] ${message}`)
}
