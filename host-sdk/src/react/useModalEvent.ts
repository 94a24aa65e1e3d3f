import { useEffect, useRef } from 'react'
import type { ModalEvents } from '../types.js'
import { useModal } from './useModal.js'

/**
 * Calls `listener` whenever the modal emits `event`, while the component is mounted.
 *
 * @param event a name of `ModalEvents`, for example `connect`
 * @param listener need not be memoised: always the one of the newest render is called
 * @throws Error when there is no modal: see {@link useModal}
 * @example
 * function Greeting() {
 *   useModalEvent('connect', ({ address }) => console.log(`Hello, ${address}`))
 *   return null
 * }
 */
export function useModalEvent<Name extends keyof ModalEvents>(event: Name, listener: (value: ModalEvents[Name]) => void): void {
  const modal = useModal()
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(() => modal.on(event, (value) => newest.current(value)), [modal, event])
}
