import { useContext } from 'react'
import { firstModal } from '../registry.js'
import type { Modal } from '../types.js'
import { ModalContext } from './ModalProvider.js'

/**
 * The modal of the nearest `ModalProvider`; without one, the first modal of the page.
 *
 * @returns the same object in every render, until the page destroys the modal and creates it again
 * @throws Error when the page has no modal yet
 * @example
 * function Networks() {
 *   const modal = useModal()
 *   return <button onClick={() => modal.open({ view: 'Networks' })}>Switch network</button>
 * }
 */
export function useModal(): Modal {
  const modal = (useContext(ModalContext) ?? firstModal)()
  if (!modal) throw new Error('No modal: call createModal() before this renders, or wrap it in <ModalProvider>.')
  return modal
}
