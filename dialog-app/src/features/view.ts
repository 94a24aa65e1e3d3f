import { activeConnection } from '../state/session.js'
import { viewStore } from '../state/view.js'
import { closeDialog } from './close.js'
import { reset } from './viewStack.js'

export { push, replace, reset } from './viewStack.js'

/**
 * One view back. From the only view it closes; when something is connected, `Connect` below means `Account`. View data is cleared.
 *
 * @returns false when closing was refused
 */
export function back(): boolean {
  const { history } = viewStore.getState()
  const below = history.at(-2)
  if (!below) return closeDialog()
  if (below.name === 'Connect' && activeConnection()) {
    reset('Account')
    viewStore.setState({ direction: 'back' })
  } else viewStore.setState({ history: [...history.slice(0, -2), { name: below.name }], direction: 'back' })
  return true
}
