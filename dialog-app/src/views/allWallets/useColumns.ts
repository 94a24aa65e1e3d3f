import { useSyncExternalStore } from 'react'

/** Below this width (px) a fourth cell would be too narrow for a name. */
const narrow = '(max-width: 359px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Wallets in one line of the grid. */
export function useColumns(): number {
  return useSyncExternalStore(subscribe, () => (matchMedia(narrow).matches ? 3 : 4))
}
