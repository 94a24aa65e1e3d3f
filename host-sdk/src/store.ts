import { emptySnapshot, type NamespaceId, namespaceIds, type Snapshot, toCaipAddress } from '@latchkey/protocol'
import { createEmitter, type Emitter } from './emitter.js'
import type { ModalEvents, Session, State } from './types.js'

/** What the page knows: the dialog's snapshot, and two facts of the page itself. */
export type Facts = { readonly snapshot: Snapshot; readonly ready: boolean; readonly open: boolean }

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** The state of a page without a frame; also what a server renders. */
export const initialState: State = /*#__PURE__*/ toState({ snapshot: emptySnapshot, ready: false, open: false })

function toState({ snapshot: { seq: _seq, ...known }, ready, open }: Facts): State {
  const { activeNamespace, wallets } = known
  // The dialog's accounts are checked by their chain family: its addresses have the family's form.
  return { signIns: {}, ...known, ready, open, wallet: (activeNamespace && wallets[activeNamespace]) || null } as State
}

/** What `open()` resolves with for a chain family; null when it is not connected. */
export function sessionOf({ accounts, networkIds, wallets, signIns }: Snapshot, namespace: NamespaceId): Session | null {
  const own = accounts[namespace] ?? []
  const account = own[0]
  const networkId = networkIds[namespace]
  const wallet = wallets[namespace]
  if (!account || !networkId || !wallet) return null
  const { address } = account
  const signIn = signIns?.[namespace]
  // The chain family and the form of its addresses go together: the compiler cannot follow that.
  return {
    namespace,
    address,
    caipAddress: toCaipAddress(networkId, address),
    networkId,
    accounts: own,
    wallet,
    ...(signIn && { signIn }),
  } as Session
}

export type Store = {
  readonly events: Emitter<ModalEvents>
  facts(): Facts
  getState(): State
  subscribe(listener: (state: State) => void): () => void
  /** Takes a snapshot of the dialog. Old ones (by `seq`) are ignored. */
  apply(snapshot: Snapshot): void
  /** Changes facts of the page, or the snapshot while there is no dialog to do it. */
  patch(change: Partial<Facts>): void
  /** A new frame counts from the start; until it has resumed the session, the old one is kept. */
  renew(): void
}

/**
 * The page's copy of the connection state. Events come only from differences between two states, each once, after the state has changed.
 */
export function createStore(resuming: boolean): Store {
  const events = createEmitter<ModalEvents>()
  let facts: Facts = { snapshot: resuming ? { ...emptySnapshot, status: 'reconnecting' } : emptySnapshot, ready: false, open: false }
  let state = toState(facts)
  let seq = -1

  function patch(change: Partial<Facts>) {
    const before = facts
    // Kept, because a listener may change the facts again before the last event of this change is out.
    const now = { ...facts, ...change }
    facts = now
    state = toState(now)
    const { snapshot } = now
    const old = before.snapshot
    const { emit } = events
    emit('state', state)
    if (now.open && !before.open) emit('open', undefined)
    if (snapshot.view !== old.view) emit('view', snapshot.view)
    for (const namespace of namespaceIds) {
      const was = sessionOf(old, namespace)
      const is = sessionOf(snapshot, namespace)
      const signIn = is?.signIn
      if (differ(signIn, was?.signIn)) emit('signIn', signIn ?? null)
      // A connection carries its accounts and its network: what it begins or ends with is no change of them.
      if (!was || !is) {
        if (is) emit('connect', is)
        if (was) emit('disconnect', { namespace })
        continue
      }
      const { accounts, networkId } = is
      if (differ(accounts, was.accounts)) emit('accountsChanged', { namespace, accounts })
      if (networkId !== was.networkId) emit('chainChanged', { namespace, networkId })
    }
    if (now.ready && !before.ready) emit('ready', undefined)
    if (before.open && !now.open) emit('close', undefined)
  }

  return {
    events,
    facts: () => facts,
    getState: () => state,
    subscribe: (listener) => events.on('state', listener),
    apply(next) {
      if (next.seq <= seq) return
      seq = next.seq
      const { open, loading, view, status } = next
      const ready = status !== 'reconnecting'
      // A reloaded frame asks its wallets again: meanwhile nobody is told that they were disconnected.
      patch({ snapshot: ready || facts.ready ? next : { ...facts.snapshot, seq, open, loading, view, status }, ready })
    },
    patch,
    renew() {
      seq = -1
      patch({ ready: false })
    },
  }
}
