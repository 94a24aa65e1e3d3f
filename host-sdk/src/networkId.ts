import { type CaipNetworkId, isNamespaceId, namespaceOf } from '@latchkey/protocol'

/** A network as pages write it: a CAIP-2 id, the number of an EVM chain, or a chain object of viem, wagmi or Latchkey. */
export type NetworkLike = CaipNetworkId | number | { readonly id: number | string; readonly caipNetworkId?: CaipNetworkId }

/** The entries of a list as pages write it: also one entry alone, and text with commas or spaces between them. */
export const networkEntries = (value: unknown): readonly unknown[] =>
  [value].flat().flatMap((entry: unknown) => (typeof entry === 'string' ? entry.split(/[\s,]+/).filter(Boolean) : (entry ?? [])))

/** The CAIP-2 id of an entry; whatever it is when it has none. */
export function networkId(entry: unknown): unknown {
  const { caipNetworkId, id } = typeof entry === 'object' && entry ? (entry as { caipNetworkId?: unknown; id?: unknown }) : { id: entry }
  return caipNetworkId ?? (/^\d+$/.test(`${id}`) ? `eip155:${id}` : id)
}

/** The CAIP-2 ids among the entries of lists. */
export const networkIds = (...lists: readonly unknown[]): readonly CaipNetworkId[] =>
  lists
    .flatMap(networkEntries)
    .map(networkId)
    .filter((id): id is CaipNetworkId => typeof id === 'string' && isNamespaceId(namespaceOf(id as CaipNetworkId)))
