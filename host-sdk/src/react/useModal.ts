import { useContext } from 'react'
import { firstModal } from '../registry.js'
import type { Modal } from '../types.js'
import { ModalContext } from './ModalProvider.js'

/**
 * The modal of the nearest `ModalProvider`, else the first one of the page.
 *
 * @throws Error when there is neither
 */
export function useModal(): Modal {
  const modal = useContext(ModalContext) ?? firstModal()
  if (!modal) throw new Error('No modal: call createModal() before this renders, or wrap it in <ModalProvider>.')
  return modal
}
