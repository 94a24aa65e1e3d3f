import type { CaipNetworkId, Network } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../lib/dialog.js'

export type NetworksState = {
  /** Networks of the page, else of the project, in their order. */
  readonly networks: readonly Network[]
  /** Used for requests while nothing is connected. */
  readonly selectedNetworkId: CaipNetworkId | null
  /** By wallet: networks that it said it cannot use. */
  readonly refused: Readonly<Record<string, readonly CaipNetworkId[]>>
}

export const initialNetworks: NetworksState = { networks: [], selectedNetworkId: null, refused: {} }

export const networksStore = perDialog(() => createStore<NetworksState>(() => initialNetworks))

/** Finds a configured network by CAIP-2 id (or its deprecated one); undefined when the page does not use it. */
export function findNetwork(dialog: Dialog, id: CaipNetworkId | null | undefined): Network | undefined {
  return networksStore(dialog)
    .getState()
    .networks.find((network) => network.caipNetworkId === id || network.deprecatedCaipNetworkId === id)
}

/** Ids of the configured networks, the preferred one first. */
export function networkIds(dialog: Dialog): readonly CaipNetworkId[] {
  return networksStore(dialog)
    .getState()
    .networks.map(({ caipNetworkId }) => caipNetworkId)
}
