import { sessionStore } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'
import { onLeave } from '../viewStack.js'

/**
 * The wallet on the other device ended the session by itself: the next Connect view says so, once. A new connection makes it old news.
 *
 * @param wallet its name
 */
export function noteEnded(wallet: string): void {
  uiStore.setState({ ended: wallet })
  const offs = [
    onLeave('Connect', forget),
    uiStore.subscribe(({ open }, before) => !open && before.open && forget()),
    sessionStore.subscribe(({ activeNamespace }) => activeNamespace && forget()),
  ]
  function forget() {
    for (const off of offs) off()
    uiStore.setState({ ended: null })
  }
}
