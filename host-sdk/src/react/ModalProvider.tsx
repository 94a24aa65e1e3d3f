import { createContext, type ReactNode, useState } from 'react'
import { createModal } from '../createModal.js'
import type { Modal, ModalOptions } from '../types.js'

/** Null: the hooks mean the first modal of the page. */
export const ModalContext = createContext<Modal | null>(null)

/** Either a modal, or the options to create one with. */
export type ModalProviderProps = { readonly children?: ReactNode } & (
  | { readonly modal: Modal; readonly config?: never }
  | { readonly config: ModalOptions; readonly modal?: never }
)

/** Names the modal that the hooks below it use. Needed only on pages with several, or where nothing else calls `createModal`. */
export function ModalProvider({ modal, config, children }: ModalProviderProps) {
  const [created] = useState(() => modal ?? createModal(config))
  return <ModalContext.Provider value={modal ?? created}>{children}</ModalContext.Provider>
}
