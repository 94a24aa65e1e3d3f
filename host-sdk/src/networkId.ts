import { type CaipNetworkId, isNamespaceId, type NativeCurrency, type Network, namespaceOf } from '@latchkey/protocol'

/** A chain as viem and wagmi have it, for example `base` of `viem/chains`: as much of it as is used. */
export type ViemChain = {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: NativeCurrency
  readonly rpcUrls: Readonly<Record<string, { readonly http: readonly string[]; readonly webSocket?: readonly string[] | undefined }>>
  readonly blockExplorers?:
    | Readonly<Record<string, { readonly name: string; readonly url: string; readonly apiUrl?: string | undefined }>>
    | undefined
  readonly testnet?: boolean | undefined
}

/** A network as pages write it: a CAIP-2 id (`'eip155:8453'`), the number of an EVM chain (`8453`), a chain of viem or wagmi, or a whole network. */
export type NetworkLike = CaipNetworkId | number | ViemChain | Network

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
