import type { NamespaceId, WalletEvent } from '@latchkey/protocol'
import { loadNamespace } from '../namespaces/registry.js'
import { findNetwork } from '../state/networks.js'
import { recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { shownView, viewStore } from '../state/view.js'
import { dispatchWalletEvent } from '../wallets/hostWallet.js'
import { closeDialog } from './close.js'
import { acceptConnection, applyNetwork, dropConnections } from './session.js'
import { showDialog } from './show.js'
import { push, reset } from './viewStack.js'
import { findWallet } from './wallets.js'

/** Families that a wallet ended by itself, most often by locking: its unlock brings them back. */
const suspended = new Map<NamespaceId, string>()

/** Whether a network outside the page's list opens `UnsupportedChain` (rules.md, Networks). */
export function guardsNetwork(): boolean {
  const { allowUnsupportedChain, enableNetworkSwitch, basicMode } = settingsStore.getState().options
  return !allowUnsupportedChain && enableNetworkSwitch !== false && !basicMode
}

/** Shows the way out when the active network is none of the page's, and takes it away when that is over. */
export function guardNetwork(): void {
  const { activeNamespace, connections } = sessionStore.getState()
  const networkId = activeNamespace && connections[activeNamespace]?.networkId
  const unsupported = networkId !== null && networkId !== undefined && !findNetwork(networkId)
  const shown = uiStore.getState().open && shownView() === 'UnsupportedChain'
  if (unsupported && guardsNetwork()) {
    if (uiStore.getState().open) push('UnsupportedChain')
    else showDialog('UnsupportedChain')
  } else if (shown && !unsupported) closeDialog({ force: true })
}

/** A wallet ended the connection: views of a connected person make no sense any more. */
export function leaveAccountViews(): void {
  const { activeNamespace } = sessionStore.getState()
  const personal = viewStore.getState().history.some(({ name }) => ['Account', 'SwitchNetwork', 'UnsupportedChain'].includes(name))
  if (!activeNamespace && personal && uiStore.getState().open) reset('Connect')
}

/**
 * Follows what a wallet did by itself. Settles when the session says so too.
 */
export async function handleWalletEvent(event: WalletEvent): Promise<void> {
  const { walletId, namespace } = event
  const module = await loadNamespace(namespace)
  const change = await module.readEvent(event)
  const connection = sessionStore.getState().connections[namespace]
  if (connection?.wallet.id === walletId && change) {
    if (change.type === 'network') {
      applyNetwork(namespace, change.networkId)
      if (sessionStore.getState().activeNamespace === namespace) guardNetwork()
    } else if (change.type === 'accounts' && change.accounts.length > 0) {
      dispatchSession({ type: 'accounts', namespace, accounts: change.accounts })
    } else {
      if (change.type === 'accounts') suspended.set(namespace, walletId)
      dropConnections([namespace])
      leaveAccountViews()
    }
  } else if (change?.type === 'accounts' && change.accounts.length > 0 && !connection && isExpected(namespace, walletId)) {
    await wake(namespace, walletId)
  }
  // Whoever waits for this wallet (a locked one, a manual switch) hears of it after the session does.
  dispatchWalletEvent(event)
}

/** Whether accounts of this wallet would go on with a connection that a lock ended, now or before the reload. */
function isExpected(namespace: NamespaceId, walletId: string): boolean {
  if (suspended.get(namespace) === walletId) return true
  const reconnects = settingsStore.getState().options.enableReconnect !== false
  return reconnects && recordsStore.getState().connections[namespace]?.walletId === walletId
}

/** The wallet shows its accounts again: the connection that its lock ended goes on. */
async function wake(namespace: NamespaceId, walletId: string): Promise<void> {
  const wallet = findWallet(walletId)
  try {
    const connection = await wallet?.connect({ namespace, networkIds: [], isReconnecting: true })
    if (wallet && connection && isExpected(namespace, walletId) && !sessionStore.getState().connections[namespace]) {
      acceptConnection(namespace, wallet, connection, sessionStore.getState().activeNamespace === null)
    }
  } catch {
    // Not unlocked after all.
  }
}

/** Families that an unlock would bring back. */
export function suspendedNamespaces(): readonly NamespaceId[] {
  return [...suspended.keys()]
}

/** A person's own disconnect, or a new connection, ends the waiting for an unlock. */
export function forgetSuspended(namespaces: readonly NamespaceId[]): void {
  for (const namespace of namespaces) suspended.delete(namespace)
}
