import type { Account, CaipNetworkId, ConnectedWallet, ConnectionStatus, NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../lib/dialog.js'

/** One live connection of one chain family. The first account is the active one. */
export type ActiveConnection = {
  readonly wallet: ConnectedWallet
  readonly accounts: readonly Account[]
  /** Where the wallet is, configured or not. */
  readonly networkId: CaipNetworkId
  /** Networks that the wallet agreed to; left out, it supports all. */
  readonly approved?: readonly CaipNetworkId[]
}

export type SessionState = {
  readonly status: ConnectionStatus
  readonly activeNamespace: NamespaceId | null
  /** Per chain family: the connection that answers the page. */
  readonly connections: Readonly<Partial<Record<NamespaceId, ActiveConnection>>>
  /** Per chain family: further wallets that are connected too, the one to follow first. Never a family without a connection above. */
  readonly others: Readonly<Partial<Record<NamespaceId, readonly ActiveConnection[]>>>
  /** Per chain family: a connect or a switch is under way. */
  readonly loading: Readonly<Partial<Record<NamespaceId, boolean>>>
}

export const initialSession: SessionState = { status: 'disconnected', activeNamespace: null, connections: {}, others: {}, loading: {} }

/** Who is connected, where. The only place that knows; the host page gets it as a snapshot. */
export const sessionStore = perDialog(() => createStore<SessionState>(() => initialSession))

/** The connection of the active family, if there is one. Pure. */
export function activeConnection(state: SessionState): ActiveConnection | undefined {
  return state.activeNamespace ? state.connections[state.activeNamespace] : undefined
}

/** What {@link activeConnection} finds now. */
export function currentConnection(dialog: Dialog): ActiveConnection | undefined {
  return activeConnection(sessionStore(dialog).getState())
}

/** All connections of a family, the one that answers the page first. */
export function connectionsOf(namespace: NamespaceId, state: SessionState): readonly ActiveConnection[] {
  const leading = state.connections[namespace]
  return leading ? [leading, ...(state.others[namespace] ?? [])] : []
}

/** The connection of one wallet in a family. */
export function findConnection(namespace: NamespaceId, walletId: string, state: SessionState): ActiveConnection | undefined {
  return connectionsOf(namespace, state).find(({ wallet }) => wallet.id === walletId)
}
