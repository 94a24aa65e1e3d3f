import { type ConnectedWallet, limits, type NamespaceId } from '@latchkey/protocol'
import { clearCache } from '../lib/cache.js'
import { removeItem, writeItem } from '../lib/storage.js'
import { wait } from '../lib/wait.js'
import { recordsStore } from '../state/records.js'
import { connectionsOf, findConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { closeDialog } from './close.js'
import { markDisconnected } from './familyRecords.js'
import { guardNetwork } from './guardNetwork.js'
import { recordsOf } from './records.js'
import { dropConnection, dropConnections } from './session.js'
import { forgetSuspended, suspendedNamespaces, suspendedWallets } from './suspended.js'
import { reset } from './viewStack.js'
import { connectedWallet } from './wallets.js'

/** What was read for accounts that are not connected any more. */
function clearCaches() {
  clearCache('balanceCache')
  clearCache('portfolioCache')
  clearCache('identityCache')
}

/** With the last connection nothing of it stays on screen. */
function leave() {
  if (Object.keys(sessionStore.getState().connections).length > 0) return
  writeItem('connectionStatus', 'disconnected')
  removeItem('activeNetworkId')
  if (!uiStore.getState().open) return
  if (settingsStore.getState().options.inline) reset('Connect')
  else closeDialog({ force: true })
}

/**
 * Ends the connections of one chain family, or all: at once and in one step. The wallets hear of it within 3 s, whatever they answer.
 */
export function disconnect(namespace?: NamespaceId): void {
  const { connections } = sessionStore.getState()
  const remembered = Object.keys({ ...recordsStore.getState().connections, ...connections }) as NamespaceId[]
  const ended = [...new Set([...remembered, ...suspendedNamespaces()])].filter((name) => !namespace || name === namespace)
  const live = ended.flatMap((name) => connectionsOf(name).map(({ wallet }) => [name, wallet] as const))
  const known = ended.flatMap((name) => [...recordsOf(name).map(({ walletId }) => [name, walletId] as const)])
  clearCaches()
  markDisconnected([...known, ...live.map(([name, { id }]) => [name, id] as const), ...suspendedPairs(ended)], true)
  forgetSuspended(ended)
  dropConnections(ended)
  tellWallets(live)
  leave()
}

/**
 * Ends the connection of one wallet in one family. The family's next wallet takes its place, else the next family does.
 *
 * @param tell false: the wallet hears nothing yet, so that the person may think better of it
 */
export function disconnectWallet(namespace: NamespaceId, walletId: string, { tell = true } = {}): void {
  const connection = findConnection(namespace, walletId)
  forgetSuspended([namespace], walletId)
  markDisconnected([[namespace, walletId]], true)
  dropConnection(namespace, walletId)
  if (tell && connection) tellWallets([[namespace, connection.wallet]])
  if (Object.keys(sessionStore.getState().connections).length === 0) clearCaches()
  leave()
  guardNetwork()
}

/** Ends the connection that is on screen: of a wallet elsewhere with all its families, which are one session. */
export function disconnectActive(): void {
  const { activeNamespace, connections } = sessionStore.getState()
  const wallet = activeNamespace && connections[activeNamespace]?.wallet
  if (!wallet) return
  const families = (Object.keys(connections) as NamespaceId[]).filter((name) => findConnection(name, wallet.id))
  const ended = wallet.kind === 'host' ? [activeNamespace] : families
  for (const name of ended) disconnectWallet(name, wallet.id)
}

const suspendedPairs = (namespaces: readonly NamespaceId[]) =>
  namespaces.flatMap((name) => suspendedWallets(name).map((id) => [name, id] as const))

/** Says goodbye to wallets whose connections have ended here. */
export function tellWallets(ended: readonly (readonly [NamespaceId, ConnectedWallet])[]): void {
  const { connections } = sessionStore.getState()
  const told = new Set<string>()
  for (const [namespace, wallet] of ended) {
    if (told.has(wallet.id)) continue
    // One session carries all the families of a wallet elsewhere: when none is left, it ends as a whole.
    const left = (Object.keys(connections) as NamespaceId[]).some((name) => findConnection(name, wallet.id))
    const whole = wallet.kind !== 'host' && !left
    if (whole) told.add(wallet.id)
    void tellWallet(wallet, whole ? undefined : namespace)
  }
}

/** Best effort: many wallets do not know the request, and a closed one never answers. */
async function tellWallet(info: ConnectedWallet, namespace: NamespaceId | undefined): Promise<void> {
  const done = new AbortController()
  try {
    await Promise.race([connectedWallet(info).disconnect(namespace), wait(limits.signOutTimeout, done.signal)])
  } catch {
    // Our side is disconnected already: that is what the person asked for.
  } finally {
    done.abort()
  }
}
