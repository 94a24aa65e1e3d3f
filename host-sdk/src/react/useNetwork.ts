import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Modal } from '../types.js'
import { useModal } from './useModal.js'
import { useModalState } from './useModalState.js'

export type NetworkState = {
  /** CAIP-2, for example `eip155:1`. */
  readonly networkId: CaipNetworkId | null
  readonly switchNetwork: Modal['switchNetwork']
}

/**
 * The network, and the way to another.
 *
 * @param namespace a chain family: the network of its connection; left out, the active one
 */
export function useNetwork(namespace?: NamespaceId): NetworkState {
  const { switchNetwork } = useModal()
  const { selectedNetworkId, networkIds } = useModalState()
  return { networkId: namespace ? (networkIds[namespace] ?? null) : selectedNetworkId, switchNetwork }
}
