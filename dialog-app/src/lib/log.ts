import { type Dialog, perDialog } from './dialog.js'

const said = perDialog(() => new Set<string>())

/** Warns the person who builds the site. Each text is said once in a page's life. */
export function warnOnce(dialog: Dialog, message: string): void {
  if (said(dialog).has(message)) return
  said(dialog).add(message)
  // biome-ignore lint/suspicious/noConsole: the specification asks for console warnings; this is the one place that gives them
  console.warn(`[latchkey] ${message}`)
}

/** Forgets what was said; for tests. */
export function forgetWarnings(dialog: Dialog): void {
  said(dialog).clear()
}
