import { useSyncExternalStore } from 'react'
import type { Modal, ModalState } from './modal.js'

/** The live state of the dialog, drawn again with each change. */
export function useModalState(modal: Modal): ModalState {
  return useSyncExternalStore(
    (changed) => modal.subscribe(changed),
    () => modal.getState(),
  )
}

/** The active account of a state, or null. */
export function activeAddress(state: ModalState): `0x${string}` | null {
  if (state.status !== 'connected' || !state.activeNamespace) return null
  return (state.accounts[state.activeNamespace]?.[0]?.address as `0x${string}` | undefined) ?? null
}
