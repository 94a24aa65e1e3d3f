import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { siwxStore } from '../../state/siwx.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { closeDialog } from './close.js'
import { hold } from './hold.js'
import { showDialog } from './show.js'
import { reset } from './viewStack.js'

const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && currentView(dialog) === 'SIWXSignMessage'

/** Nothing is behind the sign-in: the only ways on are to sign, and to leave. */
export function showSignIn(dialog: Dialog): void {
  if (!uiStore(dialog).getState().open) showDialog(dialog, 'SIWXSignMessage')
  else if (!isShown(dialog)) reset(dialog, 'SIWXSignMessage')
}

/** The dialog has no more to do. */
export function leaveSignIn(dialog: Dialog): void {
  if (isShown(dialog)) closeDialog(dialog, { force: true })
}

/** Signing in is seen for a moment. Meanwhile the wallet may have gone on to an account or network that has still to sign in. */
export function afterSignIn(dialog: Dialog): void {
  after(dialog, hold, () => siwxStore(dialog).getState().phase === 'signed' && leaveSignIn(dialog))
}
