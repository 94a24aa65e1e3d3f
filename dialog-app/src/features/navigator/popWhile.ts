import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { viewStore } from '../../state/view.js'

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
