import type { Dialog } from '../../lib/dialog.js'
import { currentConnection } from '../../state/session.js'
import { viewStore } from '../../state/view.js'
import { closeDialog } from './close.js'
import { reset } from './viewStack.js'

export { push, replace, reset } from './viewStack.js'

/**
 * One view back. From the only view it closes; when something is connected, `Connect` below means `Account`. View data is cleared.
 *
 * @returns false when closing was refused
 */
export function back(dialog: Dialog): boolean {
  const { history } = viewStore(dialog).getState()
  const below = history.at(-2)
  if (!below) return closeDialog(dialog)
  if (below.name === 'Connect' && currentConnection(dialog)) {
    reset(dialog, 'Account')
    viewStore(dialog).setState({ direction: 'back' })
  } else {
    const entry = below.data === undefined ? below : { name: below.name }
    viewStore(dialog).setState({ history: [...history.slice(0, -2), entry], direction: 'back' })
  }
  return true
}
