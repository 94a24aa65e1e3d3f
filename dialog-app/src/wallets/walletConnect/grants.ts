import { type Account, type CaipNetworkId, isNamespaceId, type NamespaceId, parseCaipAddress } from '@latchkey/protocol'
import { modernId } from '../../namespaces/deprecatedIds.js'
import { grantedAccounts } from '../../namespaces/grantedAccounts.js'
import type { SessionNamespaces } from './client.js'

/** What a wallet granted for one chain family. */
export type Grant = {
  /** In the wallet's order, under the ids that we use. */
  readonly networkIds: readonly CaipNetworkId[]
  /** Our id of a network → the id that this wallet calls it. */
  readonly wireIds: Readonly<Record<CaipNetworkId, CaipNetworkId>>
  readonly accounts: Readonly<Record<CaipNetworkId, readonly Account[]>>
  readonly methods: readonly string[]
}

export type Grants = Readonly<Partial<Record<NamespaceId, Grant>>>

function readAccount(text: string) {
  try {
    const { namespace, reference, address } = parseCaipAddress(text)
    return { namespace, networkId: `${namespace}:${reference}` as const, address }
  } catch {
    // A family that we do not know, or no CAIP-10 id: nothing that could be used.
    return undefined
  }
}

function readGrant(namespace: NamespaceId, parts: readonly SessionNamespaces[string][]): Grant | undefined {
  const wireIds: Record<CaipNetworkId, CaipNetworkId> = {}
  const addresses = new Map<CaipNetworkId, string[]>()
  for (const text of parts.flatMap((part) => part.accounts)) {
    const read = readAccount(text)
    if (read?.namespace !== namespace) continue
    const networkId = modernId(read.networkId)
    // A wallet that knows both ids is asked by the modern one.
    if (!wireIds[networkId] || read.networkId === networkId) wireIds[networkId] = read.networkId
    addresses.set(networkId, [...(addresses.get(networkId) ?? []), read.address])
  }
  if (addresses.size === 0) return undefined
  const accounts = Object.fromEntries([...addresses].map(([id, list]) => [id, grantedAccounts(namespace, list)]))
  return { networkIds: [...addresses.keys()], wireIds, accounts, methods: [...new Set(parts.flatMap((part) => part.methods))] }
}

/**
 * Reads a session's namespaces (CAIP-25). A key may name a whole family or one chain of it. What is not understood is left out.
 */
export function readGrants(namespaces: SessionNamespaces): Grants {
  const parts = new Map<NamespaceId, SessionNamespaces[string][]>()
  for (const [key, part] of Object.entries(namespaces)) {
    const family = key.split(':')[0]
    if (isNamespaceId(family)) parts.set(family, [...(parts.get(family) ?? []), part])
  }
  const grants: Partial<Record<NamespaceId, Grant>> = {}
  for (const [namespace, list] of parts) {
    const grant = readGrant(namespace, list)
    if (grant) grants[namespace] = grant
  }
  return grants
}

/** Where a family starts: the first of the wanted networks that the wallet granted, else the wallet's own first. */
export function firstNetwork(grant: Grant, wanted: readonly CaipNetworkId[]): CaipNetworkId {
  const [own] = grant.networkIds
  const found = wanted.find((id) => grant.networkIds.includes(id)) ?? own
  if (found === undefined) throw new Error('A grant has at least one network')
  return found
}
