import { createContext, useContext, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import type { Dialog } from './dialog.js'

/** The dialog that is being drawn. */
export const DialogContext = createContext<Dialog | null>(null)

/**
 * The dialog around a component.
 *
 * @throws Error outside {@link DialogContext}
 */
export function useDialog(): Dialog {
  const dialog = useContext(DialogContext)
  if (!dialog) throw new Error('There is no dialog around this component')
  return dialog
}

type AnyStore = Pick<StoreApi<unknown>, 'getState' | 'getInitialState' | 'subscribe'>
type StateOf<Store> = Store extends { getState: () => infer State } ? State : never

/**
 * A store of the dialog around a component, whole or by a selector.
 *
 * @example
 * import { uiStore } from '../state/ui.js'
 *
 * const useIsOpen = () => useDialogStore(uiStore, (state) => state.open)
 */
export function useDialogStore<Store extends AnyStore>(store: (dialog: Dialog) => Store): StateOf<Store>
export function useDialogStore<Store extends AnyStore, Selected>(
  store: (dialog: Dialog) => Store,
  selector: (state: StateOf<Store>) => Selected,
): Selected
export function useDialogStore(store: (dialog: Dialog) => AnyStore, selector: (state: never) => unknown = (state) => state): unknown {
  const { subscribe, getState } = store(useDialog())
  const read = () => (selector as (state: unknown) => unknown)(getState())
  // What was drawn before React ran was drawn from the same state.
  return useSyncExternalStore(subscribe, read, read)
}
