import type { NamespaceId } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { recordsStore } from '../../state/records.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { loadLive } from './loadLive.js'

/** What one dialog keeps here. */
type Own = {
  first: Promise<unknown>
}

const kept = perDialog((): Own => ({ first: Promise.resolve() }))

/** Settles when what was connected before the reload is back, or dropped. */
export function reconnectDone(dialog: Dialog): Promise<unknown> {
  return kept(dialog).first
}

/**
 * Brings back what was connected before the reload. Sets 'reconnecting' in the same tick, so that nobody sees 'disconnected' in between.
 *
 * @returns settles when each wallet is connected again or dropped
 */
export function startReconnect(dialog: Dialog): Promise<unknown> {
  const own = kept(dialog)
  const names = Object.keys(recordsStore(dialog).getState().connections) as NamespaceId[]
  if (names.length === 0 || settingsStore(dialog).getState().options.enableReconnect === false) return Promise.resolve()
  for (const namespace of names) dispatchSession(dialog, { type: 'started', namespace, as: 'reconnecting' })
  own.first = loadLive(dialog)
    .then(({ reconnect }) => reconnect(dialog))
    // Its code did not come: nothing is back, and the record stays for the next visit.
    .catch(() => {
      for (const namespace of names) dispatchSession(dialog, { type: 'ended', namespace })
    })
  return own.first
}
