import type { ViewName } from '@latchkey/protocol'
import { type ComponentType, useCallback, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { type ViewEntry, viewStore } from '../state/view.js'
import { loadView, readyView } from '../views/registry.js'

export type Shown = {
  readonly entry: ViewEntry
  readonly name: ViewName
  readonly depth: number
  readonly direction: 'forward' | 'back' | 'replace'
  /** Absent when its chunk did not arrive. */
  readonly View: ComponentType | undefined
}

function current(View?: ComponentType): Shown {
  const { history, direction } = viewStore.getState()
  const entry = history.at(-1) ?? { name: 'Connect' as const }
  return { entry, name: entry.name, depth: history.length, direction, View: View ?? readyView(entry.name) }
}

/**
 * The view on screen: the top of the history as soon as its code is here. Until then the one before stays, so nothing flashes.
 * @param beforeChange runs while the old view is still in the document
 * @returns the view, and `retry` for a chunk that did not arrive
 */
export function useShown(beforeChange: () => void): { shown: Shown; retry: () => void } {
  const top = useStore(viewStore, ({ history }) => history.at(-1))
  const [shown, setShown] = useState<Shown>(() => current())
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the same chunk again
  useLayoutEffect(() => {
    if (!top || (top === shown.entry && shown.View)) return
    const show = (View?: ComponentType) => {
      beforeChange()
      setShown(current(View))
    }
    if (readyView(top.name)) return show()
    let wanted = true
    loadView(top.name).then(
      (View) => wanted && show(View),
      () => wanted && top !== shown.entry && show(),
    )
    return () => {
      wanted = false
    }
  }, [top, shown, attempt, beforeChange])

  return { shown, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}
