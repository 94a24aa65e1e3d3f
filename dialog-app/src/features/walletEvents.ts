import type { NamespaceId, ViewName, WalletEvent } from '@latchkey/protocol'
import { loadNamespace } from '../namespaces/registry.js'
import { networkIds } from '../state/networks.js'
import { findConnection, sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { dispatchWalletEvent } from '../wallets/hostWallet.js'
import { forgetChoice, orderAccounts } from './accountOrder.js'
import { closeDialog } from './close.js'
import { guardNetwork } from './guardNetwork.js'
import { reconnectDone } from './reconnectDone.js'
import { recordsOf } from './records.js'
import { acceptConnection, applyNetwork, dropConnection } from './session.js'
import { forgetSuspended, suspend, suspendedWallets } from './suspended.js'
import { reset } from './viewStack.js'
import { findWallet } from './wallets.js'

const personal: readonly ViewName[] = ['Account', 'SwitchNetwork', 'UnsupportedChain', 'ProfileWallets', 'ProfileWallet']

/** A wallet ended the last connection: the dialog leaves with its views, as after any other disconnect. In the page's own container it cannot. */
export function leaveAccountViews(): void {
  const { activeNamespace } = sessionStore.getState()
  const isShown = viewStore.getState().history.some(({ name }) => personal.includes(name))
  if (activeNamespace || !isShown || !uiStore.getState().open) return
  if (settingsStore.getState().options.inline) reset('Connect')
  else closeDialog({ force: true })
}

/**
 * Follows what a wallet did by itself. Settles when the session says so too.
 */
export async function handleWalletEvent(event: WalletEvent): Promise<void> {
  const { walletId, namespace } = event
  const module = await loadNamespace(namespace)
  const change = await module.readEvent(event, findConnection(namespace, walletId)?.networkId)
  const connection = findConnection(namespace, walletId)
  if (connection && change) {
    if (change.type === 'network') applyNetwork(namespace, change.networkId, walletId)
    else if (change.type === 'accounts' && change.accounts.length > 0) {
      // The person chose in the wallet: what they had chosen here is over.
      forgetChoice(namespace, walletId)
      const accounts = orderAccounts(namespace, walletId, change.accounts)
      dispatchSession({ type: 'accounts', namespace, walletId, accounts })
    } else {
      if (change.type === 'accounts') suspend(namespace, walletId)
      dropConnection(namespace, walletId)
      leaveAccountViews()
    }
    if (change.type !== 'accounts' || change.accounts.length === 0) guardNetwork()
  } else if (change?.type === 'accounts' && change.accounts.length > 0 && !connection && isExpected(namespace, walletId)) {
    // A reload is bringing it back already, in the right order.
    await reconnectDone()
    if (!findConnection(namespace, walletId)) await wake(namespace, walletId)
  }
  // Whoever waits for this wallet (a locked one, a manual switch) hears of it after the session does.
  dispatchWalletEvent(event)
}

/** Whether accounts of this wallet would go on with a connection that a lock ended, now or before the reload. */
function isExpected(namespace: NamespaceId, walletId: string): boolean {
  if (suspendedWallets(namespace).includes(walletId)) return true
  const reconnects = settingsStore.getState().options.enableReconnect !== false
  return reconnects && recordsOf(namespace).some((one) => one.walletId === walletId)
}

/** The wallet shows its accounts again: the connection that its lock ended goes on, behind the one that took its place. */
async function wake(namespace: NamespaceId, walletId: string): Promise<void> {
  const wallet = findWallet(walletId)
  try {
    const connection = await wallet?.connect({ namespace, networkIds: networkIds(), isReconnecting: true })
    if (!wallet || !connection || !isExpected(namespace, walletId) || findConnection(namespace, walletId)) return
    const { activeNamespace, connections } = sessionStore.getState()
    forgetSuspended([namespace], walletId)
    const lead = !connections[namespace] || recordsOf(namespace)[0]?.walletId === walletId
    acceptConnection(namespace, wallet, connection, { activate: activeNamespace === null, lead, keep: true })
  } catch {
    // Not unlocked after all.
  }
}
