import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { findNetwork, networksStore } from '../state/networks.js'
import { sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import type { Wallet } from '../wallets/wallet.js'
import { orderAccounts } from './accountOrder.js'
import { forgetConnection, forgetConnections, markDisconnected, recordFamily } from './familyRecords.js'

/** Wallets may name a network by an older id (Solana): from here on it has its present one. */
const presentId = (networkId: CaipNetworkId) => findNetwork(networkId)?.caipNetworkId ?? networkId

/** Requests without a connection go where the last connection was, as long as the page uses that network. */
export function follow(networkId: CaipNetworkId): void {
  const network = findNetwork(networkId)
  if (network) networksStore.setState({ selectedNetworkId: network.caipNetworkId })
}

export type Place = {
  /** Makes the family the active one; a silent reconnect leaves that as it was. Default true. */
  readonly activate?: boolean
  /** Makes the wallet the one that answers for its family. Default: as `activate`, and always where the page has one wallet at a time. */
  readonly lead?: boolean
  /** The family's other wallets stay. Default: as the page's `multiWallet` feature says. */
  readonly keep?: boolean
}

/** A wallet connected: the session, the selected network and the records follow. */
export function acceptConnection(namespace: NamespaceId, wallet: Wallet, connection: Wallet.Connection, place: Place = {}): void {
  const { activate = true, keep = settingsStore.getState().features.multiWallet, lead = activate || !keep } = place
  const { accounts, ...rest } = connection
  const networkId = presentId(connection.networkId)
  const ordered = orderAccounts(namespace, wallet.info.id, accounts)
  dispatchSession({ type: 'connected', namespace, wallet: wallet.info, ...rest, accounts: ordered, networkId, activate, lead, keep })
  if (sessionStore.getState().activeNamespace === namespace) follow(sessionStore.getState().connections[namespace]?.networkId ?? networkId)
  markDisconnected([[namespace, wallet.info.id]], false)
  recordFamily(namespace, { lead, keep })
}

/** A wallet, or another tab, is on another network now. Without a wallet: the family's leading one. */
export function applyNetwork(namespace: NamespaceId, id: CaipNetworkId, walletId?: string): void {
  const networkId = presentId(id)
  dispatchSession({ type: 'network', namespace, networkId, ...(walletId === undefined ? {} : { walletId }) })
  const { activeNamespace, connections } = sessionStore.getState()
  const leading = connections[namespace]
  if (activeNamespace === namespace && leading) follow(leading.networkId)
  recordFamily(namespace)
}

/** Families end, in one step: nobody ever sees half of it. */
export function dropConnections(namespaces: readonly NamespaceId[]): void {
  networksStore.setState({ refused: {} })
  dispatchSession({ type: 'disconnected', namespaces })
  forgetConnections(namespaces)
}

/** One wallet of a family ends; the next one answers for the family, else the next family is the active one. */
export function dropConnection(namespace: NamespaceId, walletId: string): void {
  networksStore.setState({ refused: {} })
  dispatchSession({ type: 'left', namespace, walletId })
  forgetConnection(namespace, walletId)
}

/** Makes a connected family the active one, and `walletId` the wallet that answers for it. */
export function activateFamily(namespace: NamespaceId, walletId?: string): void {
  dispatchSession({ type: 'activated', namespace, ...(walletId === undefined ? {} : { walletId }) })
  const { activeNamespace, connections } = sessionStore.getState()
  const leading = connections[namespace]
  if (activeNamespace !== namespace || !leading) return
  follow(leading.networkId)
  recordFamily(namespace, { lead: true })
}
