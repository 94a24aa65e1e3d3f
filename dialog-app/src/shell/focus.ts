import { type Dialog, perDialog } from '../lib/dialog.js'
import type { ViewEntry } from '../state/view.js'

const focusable = 'a[href], button, input, summary, [tabindex="0"]:not([data-sentinel])'

/** Everything in the dialog that Tab reaches, in order. */
export function tabStops(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => !element.closest('[inert]') && element.offsetParent !== null && !(element as HTMLButtonElement).disabled,
  )
}

/** Where a view stands: its depth in the history and its name (going back makes a new entry for an old view). */
export type Place = { readonly depth: number; readonly name: ViewEntry['name'] }

const left = perDialog(() => new Map<string, string>())
const placeKey = ({ depth, name }: Place) => `${depth} ${name}`

/** Remembers which row a user leaves a view by. */
export function rememberFocus(dialog: Dialog, place: Place): void {
  const key = document.activeElement?.closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
  if (key) left(dialog).set(placeKey(place), key)
  else left(dialog).delete(placeKey(place))
}

type Targets = { readonly heading: HTMLElement | null; readonly pane: HTMLElement }

/** Coming back: focus returns to the row that was left, else to the heading. */
export function focusAfterBack(dialog: Dialog, { heading, pane }: Targets, place: Place): void {
  const key = left(dialog).get(placeKey(place))
  const row = key === undefined ? null : pane.querySelector<HTMLElement>(`[data-focus-key="${CSS.escape(key)}"]`)
  ;(row ?? heading)?.focus({ preventScroll: row === null })
}

/**
 * Opening: pointers get the heading (it is read, nothing is outlined), keys the first thing to act on. The first view is on screen before the dialog
 * opens: who has gone to one of its parts since stays there, and goes on typing.
 */
export function focusAfterOpen({ heading, pane }: Targets, keyboard: boolean): void {
  if (pane.contains(document.activeElement)) return
  const first = keyboard ? tabStops(pane)[0] : undefined
  ;(first ?? heading)?.focus({ preventScroll: true })
}
