import type { CaipNetworkId, Network } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'

export type NetworksState = {
  /** Networks of the page, else of the project, in their order. */
  readonly networks: readonly Network[]
  /** Used for requests while nothing is connected. */
  readonly selectedNetworkId: CaipNetworkId | null
  /** By wallet: networks that it said it cannot use. */
  readonly refused: Readonly<Record<string, readonly CaipNetworkId[]>>
}

export const initialNetworks: NetworksState = { networks: [], selectedNetworkId: null, refused: {} }

export const networksStore = createStore<NetworksState>(() => initialNetworks)

/** Finds a configured network by CAIP-2 id (or its deprecated one); undefined when the page does not use it. */
export function findNetwork(id: CaipNetworkId | null | undefined): Network | undefined {
  return networksStore.getState().networks.find((network) => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id)
}

/** Ids of the configured networks, the preferred one first. */
export function networkIds(): readonly CaipNetworkId[] {
  return networksStore.getState().networks.map(({ caipNetworkId }) => caipNetworkId)
}
