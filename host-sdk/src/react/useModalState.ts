import { useSyncExternalStore } from 'react'
import { initialState } from '../store.js'
import type { State } from '../types.js'
import { useModal } from './useModal.js'

const serverState = () => initialState

/**
 * The state of the modal, or a part of it. The server and the first render in the browser both see `disconnected`, so hydration finds no difference.
 *
 * @param select picks a part. It must return the same value for the same state: a field, not a new object
 * @throws Error when there is no modal: see {@link useModal}
 * @example
 * function Status() {
 *   const status = useModalState((state) => state.status)
 *   return <p>{status}</p>
 * }
 */
export function useModalState(): State
export function useModalState<T>(select: (state: State) => T): T
export function useModalState<T>(select?: (state: State) => T): T | State {
  const { subscribe, getState } = useModal()
  const state = useSyncExternalStore(subscribe, getState, serverState)
  return select ? select(state) : state
}
