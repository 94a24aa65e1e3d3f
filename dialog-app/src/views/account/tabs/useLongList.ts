import { useEffect, useState } from 'react'
import type { LongList, Part } from './LongList.js'

/** Rows that are drawn without more ado. */
export const shortList = 60
/** Rows of one part, which are drawn in one frame: few, so that the time for them is there in each frame of a fast scroll. */
const together = 2

/**
 * Rows in parts, each of which a long list draws at once. A new row moves the others on, and no part goes. Pure.
 *
 * @param key of the whole, where there are several
 */
export const partsOf = <T>(rows: readonly T[], key = ''): readonly Part<T>[] =>
  Array.from({ length: Math.ceil(rows.length / together) }, (_, index) => ({
    key: `${key} ${index}`,
    rows: rows.slice(index * together, (index + 1) * together),
  }))

/**
 * What draws a long list, fetched when there is one.
 *
 * @returns undefined as long as it has not arrived; null when there is none: the list is short, or nothing was fetched
 */
export function useLongList(isLong: boolean): typeof LongList | null | undefined {
  const [drawer, setDrawer] = useState<{ readonly list: typeof LongList | null }>()
  useEffect(() => {
    if (!isLong) return
    let isCurrent = true
    import('./LongList.js').then(
      (module) => isCurrent && setDrawer({ list: module.LongList }),
      // Offline: what is there is drawn all the same.
      () => isCurrent && setDrawer({ list: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [isLong])
  return isLong ? drawer?.list : null
}
