import { type Dialog, emptyDialog } from '../lib/dialog.js'

/** A dialog of a test's own: nothing in it comes from another one. */
export function testDialog(): Dialog {
  return emptyDialog({ storage: () => window.localStorage, now: () => Date.now() })
}
