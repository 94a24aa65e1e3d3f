import type { NamespaceId, WalletEvent } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { networkIds } from '../../state/networks.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { dispatchWalletEvent } from '../../wallets/hostWallet.js'
import { findWallet } from '../connect/wallets.js'
import { emit } from '../events/dialogEvents.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { chooseAccount, orderAccounts } from './accountOrder.js'
import { reconnectDone } from './reconnectDone.js'
import { recordsOf } from './records.js'
import { acceptConnection, applyNetwork, dropConnection } from './session.js'
import { forgetSuspended, suspend, suspendedWallets } from './suspended.js'

/**
 * Follows what a wallet did by itself. Settles when the session says so too.
 */
export async function handleWalletEvent(dialog: Dialog, event: WalletEvent): Promise<void> {
  const { walletId, namespace } = event
  const module = await loadNamespace(dialog, namespace)
  const change = await module.readEvent(event, findConnection(namespace, walletId, sessionStore(dialog).getState())?.networkId)
  const connection = findConnection(namespace, walletId, sessionStore(dialog).getState())
  if (connection && change) {
    if (change.type === 'accounts' && change.accounts.length > 0) {
      // The user chose in the wallet: what they had chosen here is over.
      chooseAccount(dialog, namespace, walletId, undefined)
      const accounts = orderAccounts(dialog, namespace, walletId, change.accounts)
      dispatchSession(dialog, { type: 'accounts', namespace, walletId, accounts })
    } else {
      if (change.type === 'network') applyNetwork(dialog, namespace, change.networkId, walletId)
      else {
        if (change.type === 'accounts') suspend(dialog, namespace, walletId)
        dropConnection(dialog, namespace, walletId)
        emitOnScreen(dialog, 'connectionLost')
      }
      emit(dialog, 'networkChanged')
    }
  } else if (change?.type === 'accounts' && change.accounts.length > 0 && !connection && isExpected(dialog, namespace, walletId)) {
    // A reload is bringing it back already, in the right order.
    await reconnectDone(dialog)
    if (!findConnection(namespace, walletId, sessionStore(dialog).getState())) await wake(dialog, namespace, walletId)
  }
  // Whoever waits for this wallet (a locked one, a manual switch) hears of it after the session does.
  dispatchWalletEvent(dialog, event)
}

/** Whether accounts of this wallet would go on with a connection that a lock ended, now or before the reload. */
function isExpected(dialog: Dialog, namespace: NamespaceId, walletId: string): boolean {
  if (suspendedWallets(dialog, namespace).includes(walletId)) return true
  const reconnects = settingsStore(dialog).getState().options.enableReconnect !== false
  return reconnects && recordsOf(dialog, namespace).some((one) => one.walletId === walletId)
}

/** The wallet shows its accounts again: the connection that its lock ended goes on, behind the one that took its place. */
async function wake(dialog: Dialog, namespace: NamespaceId, walletId: string): Promise<void> {
  const wallet = findWallet(dialog, walletId)
  try {
    const connection = await wallet?.connect({ namespace, networkIds: networkIds(dialog), isReconnecting: true })
    if (
      !wallet ||
      !connection ||
      !isExpected(dialog, namespace, walletId) ||
      findConnection(namespace, walletId, sessionStore(dialog).getState())
    )
      return
    const { activeNamespace, connections } = sessionStore(dialog).getState()
    forgetSuspended(dialog, [namespace], walletId)
    const lead = !connections[namespace] || recordsOf(dialog, namespace)[0]?.walletId === walletId
    acceptConnection(dialog, namespace, wallet, connection, { activate: activeNamespace === null, lead, keep: true })
  } catch {
    // Not unlocked after all.
  }
}
