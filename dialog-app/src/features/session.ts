import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { findNetwork, networksStore } from '../state/networks.js'
import { sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import type { Wallet } from '../wallets/wallet.js'
import { forgetConnections, markDisconnected, recordConnection } from './records.js'

/** Requests without a connection go where the last connection was, as long as the page uses that network. */
function follow(networkId: CaipNetworkId) {
  const network = findNetwork(networkId)
  if (network) networksStore.setState({ selectedNetworkId: network.caipNetworkId })
}

/**
 * A wallet connected: the session, the selected network and the records follow.
 *
 * @param activate makes the family the active one; a silent reconnect leaves that as it was
 */
export function acceptConnection(namespace: NamespaceId, wallet: Wallet, connection: Wallet.Connection, activate = true): void {
  const before = sessionStore.getState().connections[namespace]
  // What one wallet refused says nothing about another.
  if (before?.wallet.id !== wallet.info.id) networksStore.setState({ refused: {} })
  dispatchSession({ type: 'connected', namespace, wallet: wallet.info, ...connection, activate })
  if (activate || sessionStore.getState().activeNamespace === namespace) follow(connection.networkId)
  markDisconnected([namespace], false)
  recordConnection(namespace)
}

/** The wallet, or another tab, is on another network now. */
export function applyNetwork(namespace: NamespaceId, networkId: CaipNetworkId): void {
  // Wallets may answer with an id that has a newer name (Solana).
  const known = findNetwork(networkId)?.caipNetworkId ?? networkId
  dispatchSession({ type: 'network', namespace, networkId: known })
  if (sessionStore.getState().activeNamespace === namespace) follow(known)
  recordConnection(namespace)
}

/** Families end, in one step: nobody ever sees half of it. */
export function dropConnections(namespaces: readonly NamespaceId[]): void {
  dispatchSession({ type: 'disconnected', namespaces })
  forgetConnections(namespaces)
}
