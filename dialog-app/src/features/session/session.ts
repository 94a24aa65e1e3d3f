import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { findNetwork, networksStore } from '../../state/networks.js'
import { sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import type { Wallet } from '../../wallets/wallet.js'
import { orderAccounts } from './accountOrder.js'
import { forgetConnection, forgetConnections, markDisconnected, recordFamily } from './familyRecords.js'

/** Wallets may name a network by an older id (Solana): from here on it has its present one. */
const presentId = (dialog: Dialog, networkId: CaipNetworkId) => findNetwork(dialog, networkId)?.caipNetworkId ?? networkId

/** Requests without a connection go where the last connection was, as long as the page uses that network. */
export function follow(dialog: Dialog, networkId: CaipNetworkId): void {
  const network = findNetwork(dialog, networkId)
  if (network) networksStore(dialog).setState({ selectedNetworkId: network.caipNetworkId })
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
export function acceptConnection(
  dialog: Dialog,
  namespace: NamespaceId,
  wallet: Wallet,
  connection: Wallet.Connection,
  place: Place = {},
): void {
  const { activate = true, keep = settingsStore(dialog).getState().features.multiWallet, lead = activate || !keep } = place
  const { accounts, ...rest } = connection
  const networkId = presentId(dialog, connection.networkId)
  const ordered = orderAccounts(dialog, namespace, wallet.info.id, accounts)
  dispatchSession(dialog, {
    type: 'connected',
    namespace,
    wallet: wallet.info,
    ...rest,
    accounts: ordered,
    networkId,
    activate,
    lead,
    keep,
  })
  if (sessionStore(dialog).getState().activeNamespace === namespace)
    follow(dialog, sessionStore(dialog).getState().connections[namespace]?.networkId ?? networkId)
  markDisconnected(dialog, [[namespace, wallet.info.id]], false)
  recordFamily(dialog, namespace, { lead, keep })
}

/** A wallet, or another tab, is on another network now. Without a wallet: the family's leading one. */
export function applyNetwork(dialog: Dialog, namespace: NamespaceId, id: CaipNetworkId, walletId?: string): void {
  const networkId = presentId(dialog, id)
  dispatchSession(dialog, { type: 'network', namespace, networkId, ...(walletId === undefined ? {} : { walletId }) })
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const leading = connections[namespace]
  if (activeNamespace === namespace && leading) follow(dialog, leading.networkId)
  recordFamily(dialog, namespace)
}

/** Families end, in one step: nobody ever sees half of it. */
export function dropConnections(dialog: Dialog, namespaces: readonly NamespaceId[]): void {
  networksStore(dialog).setState({ refused: {} })
  dispatchSession(dialog, { type: 'disconnected', namespaces })
  forgetConnections(dialog, namespaces)
}

/** One wallet of a family ends; the next one answers for the family, else the next family is the active one. */
export function dropConnection(dialog: Dialog, namespace: NamespaceId, walletId: string): void {
  networksStore(dialog).setState({ refused: {} })
  dispatchSession(dialog, { type: 'left', namespace, walletId })
  forgetConnection(dialog, namespace, walletId)
}

/** Makes a connected family the active one, and `walletId` the wallet that answers for it. */
export function activateFamily(dialog: Dialog, namespace: NamespaceId, walletId?: string): void {
  dispatchSession(dialog, { type: 'activated', namespace, ...(walletId === undefined ? {} : { walletId }) })
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const leading = connections[namespace]
  if (activeNamespace !== namespace || !leading) return
  follow(dialog, leading.networkId)
  recordFamily(dialog, namespace, { lead: true })
}
