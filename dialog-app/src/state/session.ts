import type { Account, CaipNetworkId, ConnectedWallet, ConnectionStatus, NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'

/** One chain family's live connection. The first account is the active one. */
export type ActiveConnection = {
  readonly wallet: ConnectedWallet
  readonly accounts: readonly Account[]
  /** Where the wallet is, configured or not. */
  readonly networkId: CaipNetworkId
}

export type SessionState = {
  readonly status: ConnectionStatus
  readonly activeNamespace: NamespaceId | null
  readonly connections: Readonly<Partial<Record<NamespaceId, ActiveConnection>>>
  /** Per chain family: a connect or a switch is under way. */
  readonly loading: Readonly<Partial<Record<NamespaceId, boolean>>>
}

export const initialSession: SessionState = { status: 'disconnected', activeNamespace: null, connections: {}, loading: {} }

/** Who is connected, where. The only place that knows; the host page gets it as a snapshot. */
export const sessionStore = createStore<SessionState>(() => initialSession)

/** The connection of the active family, if there is one. */
export function activeConnection(state: SessionState = sessionStore.getState()): ActiveConnection | undefined {
  return state.activeNamespace ? state.connections[state.activeNamespace] : undefined
}
