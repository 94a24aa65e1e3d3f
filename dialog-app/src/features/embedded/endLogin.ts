import { disconnectedResume } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { listen } from '../../lib/lifetime.js'
import { readItem, writeItem } from '../../lib/storage.js'

/**
 * Ends a login that the user has ended and the secure frame does not know of: the page disconnected while nothing of the dialog was there to hear
 * it, or the sign-out failed. Tried now and whenever the network comes back; at the latest, the next login does it ({@link signOutFirst}).
 *
 * @param resume what the page has kept
 */
export function startEndLogin(dialog: Dialog, resume: string | null): void {
  const kept = Object.values(readItem(dialog, 'connections') ?? {})
  if (resume === disconnectedResume && kept.some(({ kind }) => kind === 'embedded')) writeItem(dialog, 'signOutDue', true)
  const end = () => {
    if (!readItem(dialog, 'signOutDue')) return
    // What fails stays due.
    import('./embedded.js').then(({ embedded }) => embedded(dialog).wallet.disconnect()).catch(() => {})
  }
  listen(dialog, window, 'online', end)
  end()
}
