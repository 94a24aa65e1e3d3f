import { builtInNetworks, type CaipNetworkId } from '@latchkey/protocol'

/** Our id of a network → the one that old wallets still know it by. */
const deprecated: ReadonlyMap<CaipNetworkId, CaipNetworkId> = new Map(
  builtInNetworks.flatMap(({ caipNetworkId, deprecatedCaipNetworkId: old }) => (old ? [[caipNetworkId, old] as const] : [])),
)
const modern: ReadonlyMap<CaipNetworkId, CaipNetworkId> = new Map([...deprecated].map(([id, old]) => [old, id]))

/** The older CAIP-2 id of a network, if it has one. */
export const deprecatedId = (id: CaipNetworkId): CaipNetworkId | undefined => deprecated.get(id)

/** The id that we use for what a wallet calls `id`. */
export const modernId = (id: CaipNetworkId): CaipNetworkId => modern.get(id) ?? id
