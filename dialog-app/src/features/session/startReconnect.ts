import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { recordsStore } from '../../state/records.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { loadSessionRuntime } from './loadSessionRuntime.js'
import { setReconnect } from './reconnectDone.js'

/**
 * Brings back what was connected before the reload. Sets 'reconnecting' in the same tick, so that nobody sees 'disconnected' in between.
 *
 * @returns settles when each wallet is connected again or dropped
 */
export function startReconnect(dialog: Dialog): Promise<unknown> {
  const names = Object.keys(recordsStore(dialog).getState().connections) as NamespaceId[]
  if (names.length === 0 || settingsStore(dialog).getState().options.enableReconnect === false) return Promise.resolve()
  for (const namespace of names) dispatchSession(dialog, { type: 'started', namespace, as: 'reconnecting' })
  const first = loadSessionRuntime(dialog)
    .then(({ reconnect }) => reconnect(dialog))
    // Its code did not come: nothing is back, and the record stays for the next visit.
    .catch(() => {
      for (const namespace of names) dispatchSession(dialog, { type: 'ended', namespace })
    })
  setReconnect(dialog, first)
  return first
}
