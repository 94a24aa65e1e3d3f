import type { Account, CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { type ActiveConnection, type SessionState, sessionStore } from './session.js'

export type SessionAction =
  /** A connect or a reconnect is under way. */
  | { readonly type: 'started'; readonly namespace: NamespaceId; readonly as: 'connecting' | 'reconnecting' }
  /** It ended, whichever way. */
  | { readonly type: 'ended'; readonly namespace: NamespaceId }
  | ({ readonly type: 'connected'; readonly namespace: NamespaceId; readonly activate?: boolean } & ActiveConnection)
  /** An empty list ends the connection. */
  | { readonly type: 'accounts'; readonly namespace: NamespaceId; readonly accounts: readonly Account[] }
  | { readonly type: 'network'; readonly namespace: NamespaceId; readonly networkId: CaipNetworkId }
  | { readonly type: 'activated'; readonly namespace: NamespaceId }
  | { readonly type: 'disconnected'; readonly namespaces: readonly NamespaceId[] }

type Connections = SessionState['connections']

const without = <T>(record: Readonly<Partial<Record<NamespaceId, T>>>, names: readonly NamespaceId[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name as NamespaceId))) as Partial<Record<NamespaceId, T>>

const isEmpty = (record: object) => Object.keys(record).length === 0

/** Keeps what follows from the connections true: connected if there is one; the active family is a connected one. */
function settle(state: SessionState, connections: Connections, activeNamespace = state.activeNamespace): SessionState {
  const names = Object.keys(connections) as NamespaceId[]
  const active = activeNamespace && connections[activeNamespace] ? activeNamespace : (names[0] ?? null)
  const waiting = state.status === 'connected' ? 'connecting' : state.status
  const status = names.length > 0 ? 'connected' : isEmpty(state.loading) ? 'disconnected' : waiting
  return { ...state, connections, activeNamespace: active, status }
}

function update(state: SessionState, namespace: NamespaceId, change: Partial<ActiveConnection>): SessionState {
  const connection = state.connections[namespace]
  return connection ? settle(state, { ...state.connections, [namespace]: { ...connection, ...change } }) : state
}

const sameAccounts = (a: readonly Account[], b: readonly Account[]) =>
  a.length === b.length && a.every((account, index) => account.address === b[index]?.address && account.type === b[index]?.type)

/** The next state of the session. Pure; gives the same object when nothing changed. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.type) {
    case 'started': {
      const loading = { ...state.loading, [action.namespace]: true }
      return { ...state, loading, status: isEmpty(state.connections) ? action.as : 'connected' }
    }
    case 'ended':
      return settle({ ...state, loading: without(state.loading, [action.namespace]) }, state.connections)
    case 'connected': {
      const { namespace, wallet, accounts, networkId, activate = true } = action
      const connections = { ...state.connections, [namespace]: { wallet, accounts, networkId } }
      return settle({ ...state, loading: without(state.loading, [namespace]) }, connections, activate ? namespace : state.activeNamespace)
    }
    case 'accounts': {
      const known = state.connections[action.namespace]
      if (!known || sameAccounts(known.accounts, action.accounts)) return state
      if (action.accounts.length === 0) return reduceSession(state, { type: 'disconnected', namespaces: [action.namespace] })
      return update(state, action.namespace, { accounts: action.accounts })
    }
    case 'network':
      return state.connections[action.namespace]?.networkId === action.networkId
        ? state
        : update(state, action.namespace, { networkId: action.networkId })
    case 'activated':
      return state.connections[action.namespace] ? settle(state, state.connections, action.namespace) : state
    case 'disconnected':
      return action.namespaces.some((name) => state.connections[name])
        ? settle(state, without(state.connections, action.namespaces))
        : state
  }
}

/** Applies an action to the session: the only way it changes. */
export function dispatchSession(action: SessionAction): void {
  const state = sessionStore.getState()
  const next = reduceSession(state, action)
  if (next !== state) sessionStore.setState(next, true)
}
