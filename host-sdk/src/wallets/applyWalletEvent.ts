import { type Account, type AccountType, type NamespaceId, readProperty, type Snapshot, type WalletEvent } from '@latchkey/protocol'
import { evm } from '../provider/family.js'

/** An address, or an entry of a family's account list. */
type EventAccount =
  | string
  | { readonly address?: string; readonly pubkey?: string; readonly publicKey?: string; readonly intention?: AccountType }

/**
 * What a wallet's event means for a snapshot, for pages whose dialog is not there to say it.
 *
 * @returns the same snapshot when the event is of a wallet that is not connected, or changes nothing
 */
export function applyWalletEvent(snapshot: Snapshot, { walletId, namespace, event, data }: WalletEvent): Snapshot {
  if (snapshot.wallets[namespace]?.id !== walletId) return snapshot
  if (event === 'chainChanged') {
    // Hex on EVM, the reference elsewhere.
    const networkId = `${namespace}:${namespace === evm ? Number(data) : data}` as const
    if (!/:[\w-]{1,64}$/.test(networkId) || networkId.endsWith(':NaN')) return snapshot
    const active = snapshot.activeNamespace === namespace
    const moved = {
      ...snapshot,
      networkIds: { ...snapshot.networkIds, [namespace]: networkId },
      selectedNetworkId: active ? networkId : snapshot.selectedNetworkId,
    }
    return withOwnSignIn(moved, namespace)
  }
  // 1013 is MetaMask's "lost the chain for a moment".
  const left = event === 'disconnect' && readProperty(data, 'code') !== 1013
  const list = event === 'accountsChanged' ? (data as readonly EventAccount[]) : []
  if (event !== 'accountsChanged' && !left) return snapshot
  if (!list.length) return withoutNamespace(snapshot, namespace)
  const accounts = list.map((each): Account => {
    if (typeof each === 'string') return { namespace, address: each, type: 'eoa' }
    const { address = '', pubkey = '', publicKey, intention: type = 'eoa' } = each
    return { namespace, address: address || pubkey, type, ...(publicKey && { publicKey }) }
  })
  return withOwnSignIn({ ...snapshot, accounts: { ...snapshot.accounts, [namespace]: accounts } }, namespace)
}

/** The same without a sign-in of another account, or of the same one on another network. */
function withOwnSignIn(snapshot: Snapshot, namespace: NamespaceId): Snapshot {
  const { [namespace]: signIn, ...others } = snapshot.signIns ?? {}
  const address = snapshot.accounts[namespace]?.[0]?.address
  // Wallets write an address of EVM in other letters than the dialog does.
  const isOwn = signIn?.networkId === snapshot.networkIds[namespace] && signIn?.address.toLowerCase() === address?.toLowerCase()
  return !signIn || isOwn ? snapshot : { ...snapshot, signIns: others }
}

/** A snapshot in which one chain family, or every one, is disconnected. */
export function withoutNamespace(snapshot: Snapshot, namespace?: NamespaceId): Snapshot {
  const drop = <T extends object>(record: T) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => namespace && key !== namespace)) as Partial<T>
  const accounts = drop(snapshot.accounts)
  const left = (Object.keys(accounts)[0] ?? null) as Snapshot['activeNamespace']
  return {
    ...snapshot,
    accounts,
    networkIds: drop(snapshot.networkIds),
    wallets: drop(snapshot.wallets),
    ...(snapshot.signIns && { signIns: drop(snapshot.signIns) }),
    activeNamespace: snapshot.activeNamespace === namespace || !namespace ? left : snapshot.activeNamespace,
    status: left ? snapshot.status : 'disconnected',
  }
}
