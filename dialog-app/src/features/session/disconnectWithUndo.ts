import { limits, type NamespaceId } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after, listen } from '../../lib/lifetime.js'
import { connectionsOf, findConnection, sessionStore } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'
import { walletFor } from '../../wallets/registry.js'
import { hideToast, showToast } from '../notices/toast.js'
import { disconnectWallet, tellWallets } from './disconnect.js'
import { acceptConnection } from './session.js'

/** What one dialog keeps here. */
type Own = {
  pending: (() => void) | undefined
}

const kept = perDialog((): Own => ({ pending: undefined }))

/** Ends the time in which the last disconnect can be undone, and notifies the wallet. */
function settle(dialog: Dialog): void {
  kept(dialog).pending?.()
}

/**
 * Ends a wallet's connection in one family, and says so with a way back. The wallet itself hears of it when the way back is closed.
 *
 * @param name what the user calls it
 */
export function disconnectWithUndo(dialog: Dialog, namespace: NamespaceId, walletId: string, name: string): void {
  const own = kept(dialog)
  const connection = findConnection(namespace, walletId, sessionStore(dialog).getState())
  if (!connection) return
  settle(dialog)
  const { activeNamespace } = sessionStore(dialog).getState()
  const lead = connectionsOf(namespace, sessionStore(dialog).getState())[0] === connection
  const last =
    Object.keys(sessionStore(dialog).getState().connections).length === 1 &&
    connectionsOf(namespace, sessionStore(dialog).getState()).length === 1
  // With the last one the dialog closes: nobody could take it back.
  if (last) {
    disconnectWallet(dialog, namespace, walletId)
    return
  }
  disconnectWallet(dialog, namespace, walletId, { tell: false })
  const { wallet, ...rest } = connection
  const unsubscribe = uiStore(dialog).subscribe(({ open, toast }, before) => {
    // A toast that was there goes away before this one is shown.
    if (!open || (before.toast === shown && toast !== shown)) settle(dialog)
  })
  const cancel = after(dialog, 4 * limits.toastDuration, () => settle(dialog))
  const stay = listen(dialog, window, 'pagehide', () => settle(dialog))
  const end = () => {
    unsubscribe()
    cancel()
    stay()
    own.pending = undefined
  }
  own.pending = () => {
    end()
    // Connected again in the meantime, it must not lose that connection.
    if (!findConnection(namespace, walletId, sessionStore(dialog).getState())) tellWallets(dialog, [[namespace, wallet]])
  }
  const undo = () => {
    end()
    hideToast(dialog)
    if (findConnection(namespace, walletId, sessionStore(dialog).getState())) return
    acceptConnection(dialog, namespace, walletFor(dialog, wallet), rest, {
      activate: lead && activeNamespace === namespace,
      lead,
      keep: true,
    })
  }
  const shown = {
    variant: 'success',
    message: { id: 'profile.disconnected', values: { name } },
    action: { label: { id: 'profile.undo' }, run: undo },
    autoClose: true,
  } as const
  showToast(dialog, shown)
}
