import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { sessionStore } from '../../state/session.js'
import { viewStore } from '../../state/view.js'
import { closeDialog } from './close.js'

const personal: readonly ViewName[] = [
  'Account',
  'SwitchNetwork',
  'UnsupportedChain',
  'ProfileWallets',
  'ProfileWallet',
  'WalletSend',
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'RegisterAccountName',
  'SIWXSignMessage',
]

/** With the last connection nothing of it stays on screen: the dialog closes. */
export function leave(dialog: Dialog): void {
  closeDialog(dialog, { force: true })
}

/** A wallet ended the last connection: the dialog leaves with the views that are about it, as after any other disconnect. */
export function leaveAccountViews(dialog: Dialog): void {
  const { activeNamespace } = sessionStore(dialog).getState()
  const isShown = viewStore(dialog)
    .getState()
    .history.some(({ name }) => personal.includes(name))
  if (!activeNamespace && isShown) leave(dialog)
}
