import type { Dialog } from '../../lib/dialog.js'
import type { KeyValueStorage } from '../../lib/keyValueStorage.js'
import { listen } from '../../lib/lifetime.js'
import { storageMode } from '../../lib/storage.js'
import { createSiteLine, type SharedLine, type SiteLineOptions } from '../../wallets/walletConnect/index.js'

/**
 * The line that the tabs of this site share: only where they share a storage, and where the browser has what they agree by. Elsewhere each
 * page has a client of its own.
 */
export function openSiteLine(
  dialog: Dialog,
  scope: { readonly projectId: string; readonly origin: string },
  client: Omit<SiteLineOptions, 'name' | 'locks'> & { readonly storage: KeyValueStorage },
): SharedLine | undefined {
  if (storageMode(dialog) === 'memory' || !navigator.locks || typeof BroadcastChannel === 'undefined') return undefined
  const line = createSiteLine(dialog, {
    ...client,
    name: `latchkey:phone:${scope.projectId}:${scope.origin}`,
    locks: navigator.locks,
    isVisible: () => document.visibilityState === 'visible',
  })
  // Page Lifecycle: a frozen page answers nobody. Who comes back from the browser's cache asks again.
  listen(dialog, document, 'freeze', line.rest)
  listen(dialog, document, 'resume', line.wake)
  listen(dialog, window, 'pagehide', line.rest)
  listen(dialog, window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && line.wake())
  return line
}
