import { type ConnectedWallet, limits, type NamespaceId } from '@latchkey/protocol'
import { clearCache } from '../../lib/cache.js'
import type { Dialog } from '../../lib/dialog.js'
import { removeItem, writeItem } from '../../lib/storage.js'
import { wait } from '../../lib/wait.js'
import { recordsStore } from '../../state/records.js'
import { connectionsOf, findConnection, sessionStore } from '../../state/session.js'
import { walletFacts } from '../../wallets/facts.js'
import { walletFor } from '../../wallets/registry.js'
import { emit } from '../events/dialogEvents.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { markDisconnected } from './familyRecords.js'
import { recordsOf } from './records.js'
import { dropConnection, dropConnections } from './session.js'
import { forgetSuspended, suspendedNamespaces, suspendedWallets } from './suspended.js'

/** What was read for accounts that are not connected any more. */
function clearCaches(dialog: Dialog) {
  clearCache(dialog, 'balanceCache')
  clearCache(dialog, 'portfolioCache')
  clearCache(dialog, 'identityCache')
  clearCache(dialog, 'nameCache')
}

/** Nothing is connected any more. */
function endVisit(dialog: Dialog) {
  if (Object.keys(sessionStore(dialog).getState().connections).length > 0) return
  writeItem(dialog, 'connectionStatus', 'disconnected')
  removeItem(dialog, 'activeNetworkId')
  emitOnScreen(dialog, 'disconnected')
}

/**
 * Ends the connections of one chain family, or all: at once and in one step.
 *
 * @returns settles when the wallets have heard of it, after 3 s at the latest; never rejects
 */
export function disconnect(dialog: Dialog, namespace?: NamespaceId): Promise<unknown> {
  const { connections } = sessionStore(dialog).getState()
  const remembered = Object.keys({ ...recordsStore(dialog).getState().connections, ...connections }) as NamespaceId[]
  const ended = [...new Set([...remembered, ...suspendedNamespaces(dialog)])].filter((name) => !namespace || name === namespace)
  const live = ended.flatMap((name) => connectionsOf(name, sessionStore(dialog).getState()).map(({ wallet }) => [name, wallet] as const))
  const known = ended.flatMap((name) => recordsOf(dialog, name).map(({ walletId }) => [name, walletId] as const))
  clearCaches(dialog)
  markDisconnected(dialog, [...known, ...live.map(([name, { id }]) => [name, id] as const), ...suspendedPairs(dialog, ended)], true)
  forgetSuspended(dialog, ended)
  dropConnections(dialog, ended)
  const told = tellWallets(dialog, live)
  endVisit(dialog)
  return told
}

/**
 * Ends the connection of one wallet in one family. The family's next wallet takes its place, else the next family does.
 *
 * @param tell false: the wallet hears nothing yet, so that the user may think better of it
 */
export function disconnectWallet(dialog: Dialog, namespace: NamespaceId, walletId: string, { tell = true } = {}): void {
  const connection = findConnection(namespace, walletId, sessionStore(dialog).getState())
  forgetSuspended(dialog, [namespace], walletId)
  markDisconnected(dialog, [[namespace, walletId]], true)
  dropConnection(dialog, namespace, walletId)
  if (tell && connection) void tellWallets(dialog, [[namespace, connection.wallet]])
  if (Object.keys(sessionStore(dialog).getState().connections).length === 0) clearCaches(dialog)
  endVisit(dialog)
  emit(dialog, 'networkChanged')
}

/** Ends the connection that is on screen: of a wallet elsewhere with all its families, which are one session. */
export function disconnectActive(dialog: Dialog): void {
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const wallet = activeNamespace && connections[activeNamespace]?.wallet
  if (!wallet) return
  const families = (Object.keys(connections) as NamespaceId[]).filter((name) =>
    findConnection(name, wallet.id, sessionStore(dialog).getState()),
  )
  const ended = walletFacts(wallet.kind).endsTogether ? families : [activeNamespace]
  for (const name of ended) disconnectWallet(dialog, name, wallet.id)
}

const suspendedPairs = (dialog: Dialog, namespaces: readonly NamespaceId[]) =>
  namespaces.flatMap((name) => suspendedWallets(dialog, name).map((id) => [name, id] as const))

/**
 * Notifies wallets whose connections have ended here.
 *
 * @returns settles when they have heard of it, after 3 s at the latest; never rejects
 */
export function tellWallets(dialog: Dialog, ended: readonly (readonly [NamespaceId, ConnectedWallet])[]): Promise<unknown> {
  const { connections } = sessionStore(dialog).getState()
  const told = new Set<string>()
  const calls = ended.map(([namespace, wallet]) => {
    if (told.has(wallet.id)) return undefined
    // One session carries all the families of a wallet elsewhere: when none is left, it ends as a whole.
    const left = (Object.keys(connections) as NamespaceId[]).some((name) =>
      findConnection(name, wallet.id, sessionStore(dialog).getState()),
    )
    const whole = walletFacts(wallet.kind).endsTogether && !left
    if (whole) told.add(wallet.id)
    return tellWallet(dialog, wallet, whole ? undefined : namespace)
  })
  return Promise.all(calls)
}

/** Best effort: many wallets do not know the request, and a closed one never answers. */
async function tellWallet(dialog: Dialog, info: ConnectedWallet, namespace: NamespaceId | undefined): Promise<void> {
  const done = new AbortController()
  try {
    await Promise.race([walletFor(dialog, info).disconnect(namespace), wait(limits.signOutTimeout, done.signal)])
  } catch {
    // Our side is disconnected already: that is what the user asked for.
  } finally {
    done.abort()
  }
}
