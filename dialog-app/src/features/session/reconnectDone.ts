import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  first: Promise<unknown>
}

const kept = perDialog((): Own => ({ first: Promise.resolve() }))

/** Settles when what was connected before the reload is back, or dropped. */
export function reconnectDone(dialog: Dialog): Promise<unknown> {
  return kept(dialog).first
}

/** Says when that is. */
export function setReconnect(dialog: Dialog, first: Promise<unknown>): void {
  kept(dialog).first = first
}
