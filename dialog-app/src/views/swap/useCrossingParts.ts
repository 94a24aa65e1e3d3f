import { useEffect, useState } from 'react'

type Parts = typeof import('./Crossing.js')

/** What is drawn of a token that goes to another network, once it is fetched: most swaps stay where they are. */
export function useCrossingParts(wanted: boolean): Parts | undefined {
  const [parts, setParts] = useState<Parts>()
  useEffect(() => {
    if (wanted)
      import('./Crossing.js').then(setParts, () => {
        /* It is drawn with the next look at the view. */
      })
  }, [wanted])
  return parts
}
