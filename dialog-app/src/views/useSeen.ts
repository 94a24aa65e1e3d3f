import type { ViewName } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import { listen } from '../lib/lifetime.js'
import { useDialog } from '../lib/useDialog.js'
import { onClosed } from '../state/onClosed.js'
import { onLeave } from '../state/onLeave.js'

/**
 * The end of something is on screen: once the dialog is closed, or its page is left, the user has seen it, and it is not told again.
 *
 * @param isOver false while it goes on, or may still change
 * @param of what it is the end of
 * @param view it is seen once this one is left, too
 */
export function useSeen(isOver: boolean, of: string | undefined, forget: () => void, view?: ViewName): void {
  const dialog = useDialog()
  const latest = useRef(forget)
  latest.current = forget
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is seen anew
  useEffect(() => {
    if (!isOver) return
    const seen = () => latest.current()
    const stops = [onClosed(dialog, seen), listen(dialog, window, 'pagehide', seen), ...(view ? [onLeave(dialog, view, seen)] : [])]
    return () => {
      for (const stop of stops) stop()
    }
  }, [dialog, isOver, of])
}
