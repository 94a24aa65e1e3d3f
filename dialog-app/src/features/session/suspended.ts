import type { NamespaceId } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'

/** Connections that a wallet ended by itself, most often by locking: its unlock brings them back. */
const suspended = perDialog(() => new Map<NamespaceId, readonly string[]>())

/** A wallet shows no account any more. */
export function suspend(dialog: Dialog, namespace: NamespaceId, walletId: string): void {
  suspended(dialog).set(namespace, [...suspendedWallets(dialog, namespace).filter((id) => id !== walletId), walletId])
}

/** Wallets of a family whose unlock would bring them back. */
export function suspendedWallets(dialog: Dialog, namespace: NamespaceId): readonly string[] {
  return suspended(dialog).get(namespace) ?? []
}

/** Families with such a wallet. */
export function suspendedNamespaces(dialog: Dialog): readonly NamespaceId[] {
  return [...suspended(dialog).keys()]
}

/** A user's own disconnect, or a new connection, ends the waiting for an unlock: of one wallet, else of all of a family. */
export function forgetSuspended(dialog: Dialog, namespaces: readonly NamespaceId[], walletId?: string): void {
  for (const namespace of namespaces) {
    const left = walletId === undefined ? [] : suspendedWallets(dialog, namespace).filter((id) => id !== walletId)
    if (left.length > 0) suspended(dialog).set(namespace, left)
    else suspended(dialog).delete(namespace)
  }
}
