import { useCallback, useState } from 'react'
import type { Steps } from './Tour.js'

/**
 * Which steps this tab has done. Survives a reload.
 *
 * @param key under which they are kept
 */
export function useSteps<Step extends string>(key: string, { hints }: Steps<Step>): readonly [ReadonlySet<Step>, (step: Step) => void] {
  const [done, setDone] = useState<ReadonlySet<Step>>(() => {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      return new Set((Object.keys(hints) as Step[]).filter((step) => Array.isArray(stored) && stored.includes(step)))
    } catch {
      return new Set()
    }
  })
  const mark = useCallback(
    (step: Step) =>
      setDone((before) => {
        if (before.has(step)) return before
        const after = new Set(before).add(step)
        try {
          sessionStorage.setItem(key, JSON.stringify([...after]))
        } catch {
          // Storage is denied: they then last as long as the page.
        }
        return after
      }),
    [key],
  )
  return [done, mark]
}
