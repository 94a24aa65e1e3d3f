import type { Account, CaipNetworkId, ConnectedWallet, NamespaceId, Snapshot } from '@latchkey/protocol'
import { host } from '../bridge/host.js'
import { networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { uiStore } from '../state/ui.js'
import { shownView, viewStore } from '../state/view.js'

let seq = 0
let published = ''
let sent: Promise<unknown> = Promise.resolve()
let scheduled = false
let started = false

/** What the page may know, now. */
export function readSnapshot(): Omit<Snapshot, 'seq'> {
  const session = sessionStore.getState()
  const accounts: Partial<Record<NamespaceId, readonly Account[]>> = {}
  const networkIds: Partial<Record<NamespaceId, CaipNetworkId>> = {}
  const wallets: Partial<Record<NamespaceId, ConnectedWallet>> = {}
  for (const [name, connection] of Object.entries(session.connections)) {
    const namespace = name as NamespaceId
    accounts[namespace] = connection.accounts
    networkIds[namespace] = connection.networkId
    wallets[namespace] = connection.wallet
  }
  return {
    open: uiStore.getState().open,
    loading: session.loading,
    view: shownView(),
    status: session.status,
    activeNamespace: session.activeNamespace,
    selectedNetworkId: activeConnection()?.networkId ?? networksStore.getState().selectedNetworkId,
    accounts,
    networkIds,
    wallets,
  }
}

/**
 * Sends the snapshot if it differs from the last one.
 *
 * @returns settles when the page has every snapshot up to now; never rejects: a page that is gone needs none
 */
export function flushSnapshot(): Promise<unknown> {
  if (!started) return sent
  const value = readSnapshot()
  const text = JSON.stringify(value)
  if (text !== published) {
    published = text
    seq += 1
    const before = sent
    const call = host()
      .call('stateChanged', { ...value, seq })
      .catch(() => {})
    sent = Promise.all([before, call])
  }
  return sent
}

/** Changes of one task travel together: a page never sees half of one. */
function schedule() {
  if (scheduled) return
  scheduled = true
  queueMicrotask(() => {
    scheduled = false
    void flushSnapshot()
  })
}

/** From now on the page hears of every change; the first snapshot goes out at once. */
export function startSnapshots(): () => void {
  started = true
  published = ''
  const offs = [sessionStore, networksStore, uiStore, viewStore].map((store) => store.subscribe(schedule))
  void flushSnapshot()
  return () => {
    started = false
    for (const off of offs) off()
  }
}
