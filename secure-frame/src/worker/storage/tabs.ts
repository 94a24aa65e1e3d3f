import type { KeyValue } from './keyValue.js'

/** The other tabs that have the same storage, and so the same login. */
export type Tabs = {
  /** Runs `work` while no other tab runs its own: of the tabs that ask, one after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Tells the others that this tab has signed out. */
  tellSignedOut(): void
}

const alone: Tabs = { exclusively: (work) => work(), tellSignedOut: () => {} }

/**
 * Agrees with the other tabs of the site. Where nothing is kept, each tab has a login of its own, and browsers refuse what tabs talk by: Firefox both,
 * Chromium the locks (SecurityError, https://www.w3.org/TR/web-locks/#lockmanager-methods).
 *
 * @param scope names the storage
 * @param signedOut called when another tab has signed out
 */
export function openTabs(storage: KeyValue, scope: string, signedOut: () => void): Tabs {
  if (!storage.durable) return alone
  const channel = new BroadcastChannel(scope)
  channel.onmessage = signedOut
  return {
    exclusively: <T>(work: () => Promise<T>) =>
      globalThis.navigator?.locks ? (navigator.locks.request(`latchkey-refresh-${scope}`, work) as Promise<T>) : work(),
    tellSignedOut: () => channel.postMessage('signedOut'),
  }
}
