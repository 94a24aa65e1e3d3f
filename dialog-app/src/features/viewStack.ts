import type { ViewName } from '@latchkey/protocol'
import { shownView, type ViewEntry, viewStore } from '../state/view.js'

const entry = (name: ViewName, data: unknown): ViewEntry => (data === undefined ? { name } : { name, data })

/** Shows a view on top of the others. Pushing the view already shown does nothing, its data included. */
export function push(name: ViewName, data?: unknown): void {
  if (shownView() === name) return
  viewStore.setState(({ history }) => ({ history: [...history, entry(name, data)], direction: 'forward' }))
}

/** Puts a view in the place of the one shown. */
export function replace(name: ViewName, data?: unknown): void {
  viewStore.setState(({ history }) => ({ history: [...history.slice(0, -1), entry(name, data)], direction: 'replace' }))
}

/** Empties the history down to one view. */
export function reset(name: ViewName): void {
  viewStore.setState({ history: [{ name }], direction: 'replace' })
}

/**
 * Takes views off the top as long as `leave` says so, and at least one stays.
 *
 * @returns false when `leave` wanted them all gone: nothing was changed then
 */
export function popWhile(leave: (name: ViewName) => boolean): boolean {
  const { history } = viewStore.getState()
  const last = history.findLastIndex(({ name }) => !leave(name))
  const target = history[last]
  if (!target) return false
  if (last < history.length - 1) viewStore.setState({ history: [...history.slice(0, last), { name: target.name }], direction: 'back' })
  return true
}

type Hook = () => void
const hooks = new Map<ViewName, Set<Hook>>()
let watching = false

/** Runs `hook` whenever the view `name` was shown and no longer is. Gives the way to stop that. */
export function onLeave(name: ViewName, hook: Hook): () => void {
  if (!watching) {
    watching = true
    viewStore.subscribe((state, previous) => {
      const left = shownView(previous)
      if (left !== shownView(state)) for (const each of [...(hooks.get(left) ?? [])]) each()
    })
  }
  const set = hooks.get(name) ?? new Set()
  hooks.set(name, set.add(hook))
  return () => set.delete(hook)
}
