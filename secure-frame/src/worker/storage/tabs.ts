import type { KeyValue } from './keyValue.js'

/** What tabs tell each other: this one has signed out; the user chose the other kind of account, which is in the storage. */
const messages = ['signedOut', 'accountType'] as const
type TabMessage = (typeof messages)[number]

/** The other tabs that have the same storage, and so the same login. */
export type Tabs = {
  /** Runs `work` while no other tab runs its own: of the tabs that ask, one after the other. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  tell(message: TabMessage): void
}

const alone: Tabs = { exclusively: (work) => work(), tell: () => {} }

/**
 * Agrees with the other tabs of the site. Where nothing is kept, each tab has a login of its own, and browsers refuse what tabs talk by: Firefox both,
 * Chromium the locks (SecurityError, https://www.w3.org/TR/web-locks/#lockmanager-methods).
 *
 * @param scope names the storage
 * @param heard called with what another tab has told
 */
export function openTabs(storage: KeyValue, scope: string, heard: (message: TabMessage) => void): Tabs {
  if (!storage.durable) return alone
  const channel = new BroadcastChannel(scope)
  channel.onmessage = ({ data }) => {
    const message = messages.find((each) => each === data)
    if (message) heard(message)
  }
  return {
    exclusively: <T>(work: () => Promise<T>) =>
      globalThis.navigator?.locks ? (navigator.locks.request(`latchkey-refresh-${scope}`, work) as Promise<T>) : work(),
    tell: (message) => channel.postMessage(message),
  }
}
