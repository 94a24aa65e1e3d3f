import type { CaipNetworkId } from '@latchkey/protocol'
import type { Modal } from '../types.js'
import { useModal } from './useModal.js'
import { useModalState } from './useModalState.js'

export type NetworkState = {
  /** CAIP-2, for example `eip155:1`. */
  readonly networkId: CaipNetworkId | null
  readonly switchNetwork: Modal['switchNetwork']
}

/** The active network, and the way to another. */
export function useNetwork(): NetworkState {
  const { switchNetwork } = useModal()
  const { selectedNetworkId } = useModalState()
  return { networkId: selectedNetworkId, switchNetwork }
}
