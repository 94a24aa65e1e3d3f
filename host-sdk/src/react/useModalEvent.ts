import { useEffect, useRef } from 'react'
import type { ModalEvents } from '../types.js'
import { useModal } from './useModal.js'

/** Calls the newest `listener` whenever the modal emits `event`, while the component is mounted. */
export function useModalEvent<Name extends keyof ModalEvents>(event: Name, listener: (value: ModalEvents[Name]) => void): void {
  const modal = useModal()
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(() => modal.on(event, (value) => newest.current(value)), [modal, event])
}
