import { useEffect, useState } from 'react'

type Parts = typeof import('./Crossing.js')

/**
 * What is drawn of a token that goes to another network, once it is fetched: most swaps stay where they are.
 *
 * @returns the parts once they are there; `retry` when they did not load
 */
export function useCrossingParts(wanted: boolean): { readonly parts?: Parts; readonly retry?: () => void } {
  const [parts, setParts] = useState<Parts | null>()
  useEffect(() => {
    if (wanted && parts === undefined) import('./Crossing.js').then(setParts, () => setParts(null))
  }, [wanted, parts])
  if (parts === null) return { retry: () => setParts(undefined) }
  return parts ? { parts } : {}
}
