import type { NamespaceId } from '@latchkey/protocol'
import { recordsStore } from '../state/records.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { loadLive } from './loadLive.js'

let first: Promise<unknown> = Promise.resolve()

/** Settles when what was connected before the reload is back, or dropped. */
export function reconnectDone(): Promise<unknown> {
  return first
}

/**
 * Brings back what was connected before the reload. Sets 'reconnecting' in the same tick, so that nobody sees 'disconnected' in between.
 *
 * @returns settles when each wallet is connected again or dropped
 */
export function startReconnect(): Promise<unknown> {
  const names = Object.keys(recordsStore.getState().connections) as NamespaceId[]
  if (names.length === 0 || settingsStore.getState().options.enableReconnect === false) return Promise.resolve()
  for (const namespace of names) dispatchSession({ type: 'started', namespace, as: 'reconnecting' })
  first = loadLive()
    .then(({ reconnect }) => reconnect())
    // Its code did not come: nothing is back, and the record stays for the next visit.
    .catch(() => {
      for (const namespace of names) dispatchSession({ type: 'ended', namespace })
    })
  return first
}
