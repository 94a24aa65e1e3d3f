import type { Dialog } from '../lib/dialog.js'
import { settingsStore } from './settings.js'
import { uiStore } from './ui.js'

/** Whether an opening has not ended yet: what the page knows as open. In the page's own container the dialog stays on screen when an opening ends. */
export function isOpened(dialog: Dialog): boolean {
  const { open, opened } = uiStore(dialog).getState()
  return settingsStore(dialog).getState().options.inline ? opened : open
}
