import type { ViewName } from '@latchkey/protocol'
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Dialog } from '../lib/dialog.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'

import { uiStore } from '../state/ui.js'
import { type ViewEntry, viewStore } from '../state/view.js'
import { loadView, readyView } from '../views/registry.js'

export type Shown = {
  readonly entry: ViewEntry
  readonly name: ViewName
  readonly depth: number
  readonly direction: 'forward' | 'back' | 'replace'
  /** Absent when its chunk did not load. */
  readonly View: ComponentType | undefined
}

function current(dialog: Dialog, View?: ComponentType): Shown {
  const { history, direction } = viewStore(dialog).getState()
  const entry = history.at(-1) ?? { name: 'Connect' as const }
  return { entry, name: entry.name, depth: history.length, direction, View: View ?? readyView(dialog, entry.name) }
}

/**
 * The view on screen: the top of the history as soon as its code has loaded. Until then the one before stays, so that the screen is never empty.
 * @param beforeChange runs while the old view is still in the document
 * @returns the view; `coming` while the dialog was opened for a view that is not here, and has nothing to show; `retry` for a chunk that did not arrive,
 * `trying` while it is fetched again
 */
export function useShown(beforeChange: () => void): { shown: Shown; coming: boolean; trying: boolean; retry: () => void } {
  const dialog = useDialog()
  const top = useDialogStore(viewStore, ({ history }) => history.at(-1))
  const open = useDialogStore(uiStore, (state) => state.open)
  const [shown, setShown] = useState<Shown>(() => current(dialog))
  const [attempt, setAttempt] = useState(0)
  const [trying, setTrying] = useState(false)
  const fresh = useRef(true)
  const coming = open && fresh.current && top !== shown.entry
  useEffect(() => {
    fresh.current = !open || coming
  }, [open, coming])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the same chunk again
  useLayoutEffect(() => {
    if (!top || (top === shown.entry && shown.View)) return
    const show = (View?: ComponentType) => {
      beforeChange()
      setTrying(false)
      setShown(current(dialog, View))
    }
    if (readyView(dialog, top.name)) return show()
    let wanted = true
    loadView(dialog, top.name).then(
      (View) => wanted && show(View),
      () => {
        if (!wanted) return
        setTrying(false)
        if (top !== shown.entry) show()
      },
    )
    return () => {
      wanted = false
    }
  }, [top, shown, attempt, beforeChange])

  const retry = useCallback(() => {
    setTrying(true)
    setAttempt((count) => count + 1)
  }, [])
  return { shown, coming, trying, retry }
}
