import type { Snapshot, WalletEvent } from '@latchkey/protocol'

/**
 * What a wallet's event means for a snapshot, for pages whose dialog is not there to say it.
 *
 * @returns the same snapshot when the event is of a wallet that is not connected, or changes nothing
 */
export function applyWalletEvent(snapshot: Snapshot, { walletId, namespace, event, data }: WalletEvent): Snapshot {
  if (snapshot.wallets[namespace]?.id !== walletId) return snapshot
  if (event === 'chainChanged') {
    const networkId = `${namespace}:${Number(data)}` as const
    if (!Number.isSafeInteger(Number(data))) return snapshot
    const active = snapshot.activeNamespace === namespace
    return {
      ...snapshot,
      networkIds: { ...snapshot.networkIds, [namespace]: networkId },
      selectedNetworkId: active ? networkId : snapshot.selectedNetworkId,
    }
  }
  // 1013 is MetaMask's "lost the chain for a moment".
  const left = event === 'disconnect' && (data as { code?: unknown } | undefined)?.code !== 1013
  const addresses = event === 'accountsChanged' ? (data as readonly string[]) : []
  if (event !== 'accountsChanged' && !left) return snapshot
  if (!addresses.length) return withoutNamespace(snapshot, namespace)
  const accounts = addresses.map((address) => ({ namespace, address, type: 'eoa' as const }))
  return { ...snapshot, accounts: { ...snapshot.accounts, [namespace]: accounts } }
}

/** A snapshot in which one chain family, or every one, is disconnected. */
export function withoutNamespace(snapshot: Snapshot, namespace?: string): Snapshot {
  const drop = <T extends object>(record: T) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => namespace && key !== namespace)) as Partial<T>
  const accounts = drop(snapshot.accounts)
  const left = (Object.keys(accounts)[0] ?? null) as Snapshot['activeNamespace']
  return {
    ...snapshot,
    accounts,
    networkIds: drop(snapshot.networkIds),
    wallets: drop(snapshot.wallets),
    activeNamespace: snapshot.activeNamespace === namespace || !namespace ? left : snapshot.activeNamespace,
    status: left ? snapshot.status : 'disconnected',
  }
}
