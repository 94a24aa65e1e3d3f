import type { Dialog } from '../lib/dialog.js'
import { uiStore } from '../state/ui.js'

/** Until the page has spoken, the visitor's own wish decides, as it did for the first paint. */
export function drawFirstTheme(dialog: Dialog): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const contrast = matchMedia('(prefers-contrast: more)').matches
  const theme = contrast ? (dark ? 'contrast-dark' : 'contrast') : dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  uiStore(dialog).setState({ theme })
}
