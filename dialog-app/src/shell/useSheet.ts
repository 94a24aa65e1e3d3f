import { useSyncExternalStore } from 'react'

/** A phone held upright, or any screen without room for a card that is used with fingers. */
const query = '(max-width: 479.98px), (pointer: coarse) and (max-height: 559.98px)'

const subscribe = (listener: () => void) => {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** True when the dialog is a sheet at the bottom and not a floating card. */
export function useSheet(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
