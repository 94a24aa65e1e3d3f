import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import type { DialogEvents } from '../events/dialogEvents.js'
import { closeDialog } from './close.js'
import { hold } from './hold.js'
import { popWhile } from './popWhile.js'

/** Views on the way of a switch: nobody wants to come back to them afterwards. */
const passing: readonly ViewName[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain']

/** Back to where the user was before the list. */
export function leaveNetworkViews(dialog: Dialog): void {
  if (!popWhile(dialog, (name) => passing.includes(name))) closeDialog(dialog, { force: true })
}

/** A switch is seen for a moment. Who came only to leave an unsupported network is done. */
export function afterSwitch(dialog: Dialog, { wasUnsupported, isShown }: DialogEvents['switched']): void {
  after(dialog, hold, () => {
    if (!isShown()) return
    if (wasUnsupported) closeDialog(dialog, { force: true })
    else leaveNetworkViews(dialog)
  })
}
