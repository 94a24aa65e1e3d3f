import { useSyncExternalStore } from 'react'
import type { Modal, ModalState } from './modal.js'

/** The live state of the dialog, drawn again with each change. */
export function useModalState(modal: Modal): ModalState {
  return useSyncExternalStore(
    (changed) => modal.subscribe(changed),
    () => modal.getState(),
  )
}

/** The EVM account of a state, or null. */
export function evmAddress(state: ModalState): `0x${string}` | null {
  if (state.status !== 'connected') return null
  return (state.accounts.eip155?.[0]?.address as `0x${string}` | undefined) ?? null
}
