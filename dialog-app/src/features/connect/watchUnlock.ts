import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { listen } from '../../lib/lifetime.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { networkIds } from '../../state/networks.js'
import { findConnection, sessionStore } from '../../state/session.js'
import type { Wallet } from '../../wallets/wallet.js'

type Locked = { readonly wallet: Wallet; readonly namespace: NamespaceId }

/**
 * Watches a locked wallet: when it shows accounts, or the user comes back to the page, it is asked without a prompt.
 *
 * @param unlocked gets the connection once the wallet gives one
 * @returns stops watching
 */
export function watchUnlock(
  dialog: Dialog,
  { wallet, namespace }: Locked,
  unlocked: (connection: Wallet.Connection) => Promise<void>,
): () => void {
  let asking = false
  const look = async () => {
    if (asking || document.visibilityState === 'hidden' || findConnection(namespace, wallet.info.id, sessionStore(dialog).getState()))
      return
    asking = true
    try {
      await unlocked(await wallet.connect({ namespace, networkIds: networkIds(dialog), isReconnecting: true }))
    } catch {
      // Still locked.
    } finally {
      asking = false
    }
  }
  const subscriptions = [
    wallet.subscribe(async (event) => {
      const change = await (await loadNamespace(dialog, namespace)).readEvent(event)
      if (change?.type === 'accounts' && change.accounts.length > 0) await look()
    }),
    listen(dialog, window, 'focus', look),
    listen(dialog, document, 'visibilitychange', look),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
