import { afterAll, onTestFinished, vi } from 'vitest'
import { type Dialog, emptyDialog } from '../lib/dialog.js'
import { destroy } from '../lib/lifetime.js'

/** A dialog of a test's own: nothing in it comes from another one, and nothing of it runs on when the test, or the file that shares it, is over. */
export function testDialog(): Dialog {
  const dialog = emptyDialog({ storage: () => window.localStorage, now: () => Date.now() })
  const stop = async () => {
    destroy(dialog)
    // Code that it was fetching is evaluated in the same surroundings.
    await vi.dynamicImportSettled()
  }
  try {
    onTestFinished(stop)
  } catch {
    // Made for a whole file.
    afterAll(stop)
  }
  return dialog
}
