import { useEffect, useRef, useState } from 'react'
import { useDialog } from '../lib/useDialog.js'

const delay = 120
const minimum = 300

/**
 * When a placeholder may show: it waits 120 ms for the real thing, and once there it stays 300 ms, so that nothing flashes.
 * @param loading whether the real thing is still missing
 * @returns `wait` (draw nothing yet), `show` (draw the placeholder) or `done`
 */
export function useSkeleton(loading: boolean): 'wait' | 'show' | 'done' {
  const dialog = useDialog()
  const [phase, setPhase] = useState<'wait' | 'show' | 'done'>(loading ? 'wait' : 'done')
  const since = useRef(0)
  useEffect(() => {
    if (loading) {
      setPhase((now) => (now === 'show' ? now : 'wait'))
      const timer = setTimeout(() => {
        since.current = dialog.now()
        setPhase('show')
      }, delay)
      return () => clearTimeout(timer)
    }
    const left = since.current ? since.current + minimum - dialog.now() : 0
    const timer = setTimeout(() => setPhase('done'), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [loading, dialog])
  return phase
}

const widths = [92, 64, 108, 78, 96]

/** Rows that hold the place of rows. */
export function SkeletonRows({ count = 5 }: { readonly count?: number }) {
  return widths.slice(0, count).map((width) => (
    <li key={width} className="row">
      <span className="sk w" />
      <span className="sk" style={{ inlineSize: width }} />
    </li>
  ))
}
