import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  last: number
}

const kept = perDialog((): Own => ({ last: 0 }))

/** Inline mode: tells the page how tall its frame has to be, in CSS pixels. Before the page has been met there is nobody to tell. */
export function reportHeight(dialog: Dialog, px: number): void {
  const own = kept(dialog)
  const height = Math.ceil(px)
  if (height === own.last || height === 0) return
  try {
    host(dialog)
      .call('setHeight', { px: height })
      .catch(() => {})
    own.last = height
  } catch {
    // Not connected yet: the next change of height comes after it.
  }
}
