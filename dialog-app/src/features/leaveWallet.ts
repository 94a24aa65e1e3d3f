import { limits, type NamespaceId } from '@latchkey/protocol'
import { connectionsOf, findConnection, sessionStore } from '../state/session.js'
import { uiStore } from '../state/ui.js'
import { disconnectWallet, tellWallets } from './disconnect.js'
import { acceptConnection } from './session.js'
import { hideToast, showToast } from './toast.js'
import { connectedWallet } from './wallets.js'

let pending: (() => void) | undefined

/** Says goodbye to the wallet whose disconnect may still be taken back. */
function settle(): void {
  pending?.()
}

/**
 * Ends a wallet's connection in one family, and says so with a way back. The wallet itself hears of it when the way back is closed.
 *
 * @param name what the person calls it
 */
export function leaveWallet(namespace: NamespaceId, walletId: string, name: string): void {
  const connection = findConnection(namespace, walletId)
  if (!connection) return
  settle()
  const { activeNamespace } = sessionStore.getState()
  const lead = connectionsOf(namespace)[0] === connection
  const last = Object.keys(sessionStore.getState().connections).length === 1 && connectionsOf(namespace).length === 1
  // With the last one the dialog closes: nobody could take it back.
  if (last) {
    disconnectWallet(namespace, walletId)
    return
  }
  disconnectWallet(namespace, walletId, { tell: false })
  const { wallet, ...rest } = connection
  const off = uiStore.subscribe(({ open, toast }) => {
    if (!open || toast !== shown) settle()
  })
  const timer = setTimeout(settle, 4 * limits.toastDuration)
  window.addEventListener('pagehide', settle)
  const end = () => {
    off()
    clearTimeout(timer)
    window.removeEventListener('pagehide', settle)
    pending = undefined
  }
  pending = () => {
    end()
    tellWallets([[namespace, wallet]])
  }
  const undo = () => {
    end()
    hideToast()
    if (findConnection(namespace, walletId)) return
    acceptConnection(namespace, connectedWallet(wallet), rest, { activate: lead && activeNamespace === namespace, lead, keep: true })
  }
  const shown = {
    variant: 'success',
    message: { id: 'profile.disconnected', values: { name } },
    action: { label: { id: 'profile.undo' }, run: undo },
    autoClose: true,
  } as const
  showToast(shown)
}
