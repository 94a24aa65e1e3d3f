import { type Dialog, perDialog } from '../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  drawn: boolean
  readonly waiting: (() => void)[]
}

const kept = perDialog((): Own => ({ drawn: false, waiting: [] }))

/** Runs once somebody has seen a view of the dialog: what is only needed after that must not delay it. */
export function whenDrawn(dialog: Dialog, run: () => void): void {
  if (kept(dialog).drawn) run()
  else kept(dialog).waiting.push(run)
}

/** A view with all that the page said is on screen. */
export function markDrawn(dialog: Dialog): void {
  kept(dialog).drawn = true
  for (const run of kept(dialog).waiting.splice(0)) run()
}
