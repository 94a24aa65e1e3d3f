import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Modal } from '../types.js'
import { useFamily } from './useFamily.js'
import { useModal } from './useModal.js'
import { useModalState } from './useModalState.js'

/** What `useNetwork` returns. */
export type NetworkState = {
  /** CAIP-2, for example `eip155:1`. */
  readonly networkId: CaipNetworkId | null
  readonly switchNetwork: Modal['switchNetwork']
}

/**
 * The network that requests go to, and a function that switches to another.
 *
 * @param namespace the chain family whose network is meant; without it, the active one
 * @returns `networkId` is a CAIP-2 id, null while nothing is known. `switchNetwork` rejects as `modal.switchNetwork` does (4001, 4902 …)
 * @throws Error when there is no modal: see {@link useModal}
 * @example
 * function Network() {
 *   const { networkId, switchNetwork } = useNetwork('eip155')
 *   return <button onClick={() => switchNetwork('eip155:8453')}>{networkId ?? 'No network'}</button>
 * }
 */
export function useNetwork(namespace?: NamespaceId): NetworkState {
  useFamily('useNetwork', namespace)
  const { switchNetwork } = useModal()
  const { selectedNetworkId, networkIds } = useModalState()
  return { networkId: namespace ? (networkIds[namespace] ?? null) : selectedNetworkId, switchNetwork }
}
