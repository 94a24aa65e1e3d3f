import { useSyncExternalStore } from 'react'
import { initialState } from '../store.js'
import type { State } from '../types.js'
import { useModal } from './useModal.js'

const serverState = () => initialState

/**
 * The modal's state, or a part of it. A server and the first client render both see "disconnected", so nothing mismatches.
 *
 * @param select must return the same value for the same state: a field, not a new object
 */
export function useModalState(): State
export function useModalState<T>(select: (state: State) => T): T
export function useModalState<T>(select?: (state: State) => T): T | State {
  const { subscribe, getState } = useModal()
  const state = useSyncExternalStore(subscribe, getState, serverState)
  return select ? select(state) : state
}
