import { type Dialog, perDialog } from '../../lib/dialog.js'

const held = perDialog(() => ({ quiet: 0 }))

/**
 * Runs `change` without telling the site's other tabs: they already know changes that came from them or from storage.
 */
export function quietly(dialog: Dialog, change: () => void): void {
  const mine = held(dialog)
  mine.quiet += 1
  try {
    change()
  } finally {
    mine.quiet -= 1
  }
}

/** Whether a change of the records that happens now is for this tab alone. */
export function isQuiet(dialog: Dialog): boolean {
  return held(dialog).quiet > 0
}
