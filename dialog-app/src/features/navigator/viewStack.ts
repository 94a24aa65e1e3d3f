import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { currentView, type ViewEntry, viewStore } from '../../state/view.js'

const entry = (name: ViewName, data: unknown): ViewEntry => (data === undefined ? { name } : { name, data })

/** Shows a view on top of the others. Pushing the view already shown does nothing, its data included. */
export function push(dialog: Dialog, name: ViewName, data?: unknown): void {
  if (currentView(dialog) === name) return
  viewStore(dialog).setState(({ history }) => ({ history: [...history, entry(name, data)], direction: 'forward' }))
}

/** Puts a view in the place of the one shown. */
export function replace(dialog: Dialog, name: ViewName, data?: unknown): void {
  viewStore(dialog).setState(({ history }) => ({ history: [...history.slice(0, -1), entry(name, data)], direction: 'replace' }))
}

/** Empties the history down to one view. */
export function reset(dialog: Dialog, name: ViewName): void {
  viewStore(dialog).setState({ history: [{ name }], direction: 'replace' })
}
