import type { NamespaceId } from '@latchkey/protocol'

/** Connections that a wallet ended by itself, most often by locking: its unlock brings them back. */
const suspended = new Map<NamespaceId, readonly string[]>()

/** A wallet shows no account any more. */
export function suspend(namespace: NamespaceId, walletId: string): void {
  suspended.set(namespace, [...suspendedWallets(namespace).filter((id) => id !== walletId), walletId])
}

/** Wallets of a family whose unlock would bring them back. */
export function suspendedWallets(namespace: NamespaceId): readonly string[] {
  return suspended.get(namespace) ?? []
}

/** Families with such a wallet. */
export function suspendedNamespaces(): readonly NamespaceId[] {
  return [...suspended.keys()]
}

/** A person's own disconnect, or a new connection, ends the waiting for an unlock: of one wallet, else of all of a family. */
export function forgetSuspended(namespaces: readonly NamespaceId[], walletId?: string): void {
  for (const namespace of namespaces) {
    const left = walletId === undefined ? [] : suspendedWallets(namespace).filter((id) => id !== walletId)
    if (left.length > 0) suspended.set(namespace, left)
    else suspended.delete(namespace)
  }
}
