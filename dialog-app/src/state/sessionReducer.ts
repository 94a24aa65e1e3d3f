import type { Account, CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { type ActiveConnection, connectionsOf, type SessionState, sessionStore } from './session.js'

export type SessionAction =
  /** A connect or a reconnect is under way. */
  | { readonly type: 'started'; readonly namespace: NamespaceId; readonly as: 'connecting' | 'reconnecting' }
  /** It ended, whichever way. */
  | { readonly type: 'ended'; readonly namespace: NamespaceId }
  | ({
      readonly type: 'connected'
      readonly namespace: NamespaceId
      /** Makes the family the active one. Default true. */
      readonly activate?: boolean
      /** Makes the wallet the one that answers for its family. Default true; the first one does in any case. */
      readonly lead?: boolean
      /** The family's other wallets stay connected. Default false. */
      readonly keep?: boolean
    } & ActiveConnection)
  /** Of one wallet, else of the family's leading one. An empty list ends the connection. */
  | { readonly type: 'accounts'; readonly namespace: NamespaceId; readonly walletId?: string; readonly accounts: readonly Account[] }
  | { readonly type: 'network'; readonly namespace: NamespaceId; readonly walletId?: string; readonly networkId: CaipNetworkId }
  /** The networks that a wallet agreed to are others now; left out, it supports all. */
  | { readonly type: 'approved'; readonly namespace: NamespaceId; readonly walletId: string; readonly approved?: readonly CaipNetworkId[] }
  /** Makes a wallet the leading one of its family, and the family the active one unless `activate` is false. */
  | { readonly type: 'activated'; readonly namespace: NamespaceId; readonly walletId?: string; readonly activate?: boolean }
  /** One wallet of one family ends; the next one leads. */
  | { readonly type: 'left'; readonly namespace: NamespaceId; readonly walletId: string }
  | { readonly type: 'disconnected'; readonly namespaces: readonly NamespaceId[] }

type Families = Pick<SessionState, 'connections' | 'others'>

const without = <T>(record: Readonly<Partial<Record<NamespaceId, T>>>, names: readonly NamespaceId[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name as NamespaceId))) as Partial<Record<NamespaceId, T>>

const isEmpty = (record: object) => Object.keys(record).length === 0

/** Derives from the connections: the status is connected if there is one, and the active family is a connected one. */
function settle(state: SessionState, families: Families, activeNamespace = state.activeNamespace): SessionState {
  const names = Object.keys(families.connections) as NamespaceId[]
  const active = activeNamespace && families.connections[activeNamespace] ? activeNamespace : (names[0] ?? null)
  const waiting = state.status === 'connected' ? 'connecting' : state.status
  const status = names.length > 0 ? 'connected' : isEmpty(state.loading) ? 'disconnected' : waiting
  return { ...state, ...families, activeNamespace: active, status }
}

/** The connections with another list for one family, the leading one first; an empty list takes the family out. */
function put({ connections, others }: Families, namespace: NamespaceId, [leading, ...rest]: readonly ActiveConnection[]): Families {
  return {
    connections: leading ? { ...connections, [namespace]: leading } : without(connections, [namespace]),
    others: rest.length > 0 ? { ...others, [namespace]: rest } : without(others, [namespace]),
  }
}

const sameAccounts = (a: readonly Account[], b: readonly Account[]) =>
  a.length === b.length && a.every((account, index) => account.address === b[index]?.address && account.type === b[index]?.type)

/** The next state of the session. Pure; gives the same object when nothing changed. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  if (action.type === 'disconnected') {
    const { namespaces } = action
    if (!namespaces.some((name) => state.connections[name])) return state
    return settle(state, { connections: without(state.connections, namespaces), others: without(state.others, namespaces) })
  }
  const { namespace } = action
  const list = connectionsOf(namespace, state)
  const walletId = action.type === 'connected' ? action.wallet.id : 'walletId' in action ? action.walletId : undefined
  const known = list.find(({ wallet }) => walletId === undefined || wallet.id === walletId)
  const rest = list.filter((one) => one !== known)
  const change = (next: ActiveConnection) =>
    settle(
      state,
      put(
        state,
        namespace,
        list.map((one) => (one === known ? next : one)),
      ),
    )
  switch (action.type) {
    case 'started': {
      const loading = { ...state.loading, [namespace]: true }
      return { ...state, loading, status: isEmpty(state.connections) ? action.as : 'connected' }
    }
    case 'ended':
      return settle({ ...state, loading: without(state.loading, [namespace]) }, { connections: state.connections, others: state.others })
    case 'connected': {
      const { type: _type, namespace: _namespace, activate = true, lead = true, keep = false, ...connection } = action
      const stay = keep ? rest : []
      const next = lead
        ? [connection, ...stay]
        : known && keep
          ? list.map((one) => (one === known ? connection : one))
          : [...stay, connection]
      const idle = { ...state, loading: without(state.loading, [namespace]) }
      return settle(idle, put(state, namespace, next), activate ? namespace : state.activeNamespace)
    }
    case 'accounts':
      if (!known || sameAccounts(known.accounts, action.accounts)) return state
      return action.accounts.length === 0 ? settle(state, put(state, namespace, rest)) : change({ ...known, accounts: action.accounts })
    case 'network':
      return !known || known.networkId === action.networkId ? state : change({ ...known, networkId: action.networkId })
    case 'approved': {
      if (!known) return state
      const { approved: _before, ...rest } = known
      return change({ ...rest, ...(action.approved ? { approved: action.approved } : {}) })
    }
    case 'activated': {
      if (!known) return state
      const active = action.activate === false ? state.activeNamespace : namespace
      return known === list[0] && active === state.activeNamespace ? state : settle(state, put(state, namespace, [known, ...rest]), active)
    }
    case 'left':
      return known ? settle(state, put(state, namespace, rest)) : state
  }
}

/** Applies an action to the session: the only way it changes. */
export function dispatchSession(dialog: Dialog, action: SessionAction): void {
  const state = sessionStore(dialog).getState()
  const next = reduceSession(state, action)
  if (next !== state) sessionStore(dialog).setState(next, true)
}
