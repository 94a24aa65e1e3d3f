import type { Dialog } from '../../lib/dialog.js'
import { onLeave } from '../../state/onLeave.js'
import { sessionStore } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'

/**
 * The wallet on the other device ended the session by itself: the next Connect view says so, once. A new connection makes it old news.
 *
 * @param wallet its name
 */
export function noteEnded(dialog: Dialog, wallet: string): void {
  uiStore(dialog).setState({ ended: wallet })
  const subscriptions = [
    onLeave(dialog, 'Connect', forget),
    uiStore(dialog).subscribe(({ open }, before) => !open && before.open && forget()),
    sessionStore(dialog).subscribe(({ activeNamespace }) => activeNamespace && forget()),
  ]
  function forget() {
    for (const unsubscribe of subscriptions) unsubscribe()
    uiStore(dialog).setState({ ended: null })
  }
}
