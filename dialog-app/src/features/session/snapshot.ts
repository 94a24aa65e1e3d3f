import type { Account, CaipNetworkId, ConnectedWallet, NamespaceId, SignIn, Snapshot } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { isOpened } from '../../state/isOpened.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { requiresSignIn, signInOf, signInsStore } from '../../state/signIns.js'
import { uiStore } from '../../state/ui.js'
import { currentView, viewStore } from '../../state/view.js'

/** What one dialog keeps here. */
type Own = {
  seq: number
  published: string
  sent: Promise<unknown>
  scheduled: boolean
  started: boolean
}

const kept = perDialog((): Own => ({ seq: 0, published: '', sent: Promise.resolve(), scheduled: false, started: false }))

/** What the page may know, now. */
export function readSnapshot(dialog: Dialog): Omit<Snapshot, 'seq'> {
  const session = sessionStore(dialog).getState()
  const accounts: Partial<Record<NamespaceId, readonly Account[]>> = {}
  const networkIds: Partial<Record<NamespaceId, CaipNetworkId>> = {}
  const wallets: Partial<Record<NamespaceId, ConnectedWallet>> = {}
  const signIns: Partial<Record<NamespaceId, SignIn>> = {}
  const required = requiresSignIn(dialog)
  for (const [name, connection] of Object.entries(session.connections)) {
    const namespace = name as NamespaceId
    const { networkId } = connection
    const known = connection.accounts.filter(({ address }) => !required || signInOf(dialog, networkId, address))
    const [first] = known
    if (!first) continue
    accounts[namespace] = known
    networkIds[namespace] = networkId
    wallets[namespace] = connection.wallet
    const signIn = signInOf(dialog, networkId, first.address)
    if (signIn) signIns[namespace] = signIn
  }
  const open = isOpened(dialog)
  const { status, activeNamespace } = session
  // Connected and not signed in yet: for a page that requires it, that is on its way while the user is asked, and nothing otherwise.
  const isHidden = activeNamespace && !accounts[activeNamespace]
  return {
    open,
    loading: session.loading,
    view: currentView(dialog),
    status: isHidden && Object.keys(accounts).length === 0 ? (open ? 'connecting' : 'disconnected') : status,
    activeNamespace: isHidden ? null : activeNamespace,
    selectedNetworkId: currentConnection(dialog)?.networkId ?? networksStore(dialog).getState().selectedNetworkId,
    accounts,
    networkIds,
    wallets,
    signIns,
  }
}

/**
 * Sends the snapshot if it differs from the last one.
 *
 * @returns settles when the page has every snapshot up to now; never rejects: a page that is gone needs none
 */
export function flushSnapshot(dialog: Dialog): Promise<unknown> {
  const own = kept(dialog)
  if (!own.started) return own.sent
  const value = readSnapshot(dialog)
  const text = JSON.stringify(value)
  if (text !== own.published) {
    own.published = text
    own.seq += 1
    const before = own.sent
    const call = host(dialog)
      .call('stateChanged', { ...value, seq: own.seq })
      .catch(() => {})
    own.sent = Promise.all([before, call])
  }
  return own.sent
}

/** Changes of one task travel together: a page never sees half of one. */
function schedule(dialog: Dialog) {
  const own = kept(dialog)
  if (own.scheduled) return
  own.scheduled = true
  queueMicrotask(() => {
    own.scheduled = false
    void flushSnapshot(dialog)
  })
}

/** From now on the page hears of every change; the first snapshot goes out at once. */
export function startSnapshots(dialog: Dialog): () => void {
  const own = kept(dialog)
  own.started = true
  own.published = ''
  const subscriptions = [sessionStore(dialog), networksStore(dialog), uiStore(dialog), viewStore(dialog), signInsStore(dialog)].map(
    (store) => store.subscribe(() => schedule(dialog)),
  )
  void flushSnapshot(dialog)
  return () => {
    own.started = false
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
