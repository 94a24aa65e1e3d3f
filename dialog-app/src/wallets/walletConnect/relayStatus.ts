import type { RpcError } from '@latchkey/protocol'
import type { Client } from './client.js'
import { readRefusal } from './errors.js'

export type RelayStatus =
  /** Not needed so far, or not reached yet. */
  | { readonly state: 'idle' }
  | { readonly state: 'connected' }
  /** It was there and is not any more; the client tries again by itself. */
  | { readonly state: 'lost' }
  /** It does not want us: trying again changes nothing. */
  | { readonly state: 'refused'; readonly error: RpcError }

/**
 * Watches the connection to the relay. A client that the relay refused is kept from trying again, which it would do several times a second;
 * another try needs another client.
 */
export function createRelayStatus() {
  let status: RelayStatus = { state: 'idle' }
  const listeners = new Set<(status: RelayStatus) => void>()
  const set = (next: RelayStatus) => {
    if (next.state === status.state) return
    status = next
    for (const listener of [...listeners]) listener(status)
  }
  return {
    get: () => status,
    subscribe(listener: (status: RelayStatus) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Forgets a refusal, so that the next one is news; whether there was one. */
    reset(): boolean {
      const refused = status.state === 'refused'
      if (refused) set({ state: 'idle' })
      return refused
    },
    watch(client: Client): void {
      const { relayer, heartbeat } = client.core
      relayer.on('relayer_connect', () => set({ state: 'connected' }))
      relayer.on('relayer_disconnect', () => {
        if (status.state !== 'refused') set({ state: 'lost' })
      })
      relayer.on('relayer_error', (cause: unknown) => {
        const error = readRefusal(cause)
        if (!error) return
        // What waits to be sent is tried again at every beat; whether we are online is asked before every attempt.
        heartbeat.stop()
        relayer.confirmOnlineStateOrThrow = () => Promise.reject(error)
        set({ state: 'refused', error })
      })
      if (relayer.connected) set({ state: 'connected' })
    },
  }
}
