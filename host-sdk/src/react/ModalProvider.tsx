import { createContext, type ReactNode, useMemo } from 'react'
import { follow } from '../registry.js'
import type { Modal, ModalOptions } from '../types.js'
import { useOptions } from './useOptions.js'

/** Finds the modal, which the page may have destroyed and created again. Null: the hooks mean the first modal of the page. */
export const ModalContext = createContext<(() => Modal) | null>(null)

/** Either a modal, or the options to create one with. */
export type ModalProviderProps = { readonly children?: ReactNode } & (
  | { readonly modal: Modal; readonly config?: never }
  | { readonly config: ModalOptions; readonly modal?: never }
)

/**
 * Gives the hooks below it their modal. It is needed only on pages with several modals, or where nothing else calls `createModal`.
 *
 * @param props `config`, the options to create the modal with, which follow the prop (all but `projectId`, `dialogUrl`, `preload` and `announce`), or
 *   `modal`, one that exists
 * @example
 * const App = () => (
 *   <ModalProvider config={{ projectId: 'shop', dialogUrl: 'https://dialog.example.com' }}>
 *     <button data-latchkey-open>Connect wallet</button>
 *   </ModalProvider>
 * )
 */
export function ModalProvider({ modal, config, children }: ModalProviderProps) {
  const created = useOptions(modal, config)
  const given = useMemo(() => modal && follow(modal), [modal])
  return <ModalContext.Provider value={given ?? created}>{children}</ModalContext.Provider>
}
