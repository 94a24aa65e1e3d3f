import { uiStore } from '../state/ui.js'

/** Runs once, behind the first frame that somebody sees: what is only needed after it must not delay it. */
export function whenDrawn(run: () => void): void {
  const soon = () => requestAnimationFrame(() => setTimeout(run))
  if (uiStore.getState().open) {
    soon()
    return
  }
  const off = uiStore.subscribe(({ open }) => {
    if (!open) return
    off()
    soon()
  })
}
