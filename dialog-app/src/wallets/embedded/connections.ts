import type { Account, CaipNetworkId, NamespaceId, Network, SecureUser } from '@latchkey/protocol'
import type { Wallet } from '../wallet.js'

/** The network of a family to be on: the one the user is on, the one asked for, else the first that the page uses. */
function networkOf(namespace: NamespaceId, networks: readonly Network[], candidates: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  return candidates.find((id) => own.some(({ caipNetworkId }) => caipNetworkId === id)) ?? own[0]?.caipNetworkId
}

/**
 * What one login connects: every family that the wallet has an account for and the page uses. Where a family has accounts of two kinds, the page
 * sees the preferred one: the wallet answers for that one only.
 *
 * @param wanted networks to be on, best first
 */
export function connectionsOf(
  user: SecureUser,
  networks: readonly Network[],
  wanted: readonly CaipNetworkId[] = [],
): Partial<Record<NamespaceId, Wallet.Connection>> {
  const connections: Partial<Record<NamespaceId, Wallet.Connection>> = {}
  for (const namespace of new Set(user.accounts.map((account) => account.namespace))) {
    const own = user.accounts.filter((account) => account.namespace === namespace)
    const preferred = own.filter(({ type }) => type === user.preferredAccountType)
    const accounts: Account[] = (preferred.length > 0 ? preferred : own).map(({ address, type }) => ({ namespace, address, type }))
    const networkId = networkOf(namespace, networks, [user.chainId, ...wanted])
    if (networkId) connections[namespace] = { accounts, networkId }
  }
  return connections
}
