import type { ViewName } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { currentView, shownView, type ViewEntry, viewStore } from '../../state/view.js'

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

/**
 * Takes views off the top as long as `leave` says so, and at least one stays.
 *
 * @returns false when `leave` wanted them all gone: nothing was changed then
 */
export function popWhile(dialog: Dialog, leave: (name: ViewName) => boolean): boolean {
  const { history } = viewStore(dialog).getState()
  const last = history.findLastIndex(({ name }) => !leave(name))
  const target = history[last]
  if (!target) return false
  if (last < history.length - 1)
    viewStore(dialog).setState({ history: [...history.slice(0, last), { name: target.name }], direction: 'back' })
  return true
}

type Hook = () => void
const hooks = perDialog(() => new Map<ViewName, Set<Hook>>())
/** What one dialog keeps here. */
type Own = {
  watching: boolean
}

const kept = perDialog((): Own => ({ watching: false }))

/** Runs `hook` whenever the view `name` was shown and no longer is. Gives the way to stop that. */
export function onLeave(dialog: Dialog, name: ViewName, hook: Hook): () => void {
  const own = kept(dialog)
  if (!own.watching) {
    own.watching = true
    viewStore(dialog).subscribe((state, previous) => {
      const left = shownView(previous)
      if (left !== shownView(state)) for (const each of [...(hooks(dialog).get(left) ?? [])]) each()
    })
  }
  const set = hooks(dialog).get(name) ?? new Set()
  hooks(dialog).set(name, set.add(hook))
  return () => set.delete(hook)
}
