import type { Dialog } from '../../lib/dialog.js'
import type { KeyValueStorage } from '../../lib/keyValueStorage.js'
import { listen } from '../../lib/lifetime.js'
import { storageMode } from '../../lib/storage.js'
import { createSiteChannel, type SharedChannel, type SiteChannelOptions } from '../../wallets/walletConnect/index.js'

/**
 * The channel that the tabs of this site share: only where they share a storage, and where the browser has what they agree by. Elsewhere each
 * page has a client of its own.
 */
export function openSiteChannel(
  dialog: Dialog,
  scope: { readonly projectId: string; readonly origin: string },
  client: Omit<SiteChannelOptions, 'name' | 'locks'> & { readonly storage: KeyValueStorage },
): SharedChannel | undefined {
  if (storageMode(dialog) === 'memory' || !navigator.locks || typeof BroadcastChannel === 'undefined') return undefined
  const channel = createSiteChannel(dialog, {
    ...client,
    name: `latchkey:phone:${scope.projectId}:${scope.origin}`,
    locks: navigator.locks,
    isVisible: () => document.visibilityState === 'visible',
  })
  // Page Lifecycle: a frozen page answers nobody. Who comes back from the browser's cache asks again.
  listen(dialog, document, 'freeze', channel.pause)
  listen(dialog, document, 'resume', channel.resume)
  listen(dialog, window, 'pagehide', channel.pause)
  listen(dialog, window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && channel.resume())
  return channel
}
