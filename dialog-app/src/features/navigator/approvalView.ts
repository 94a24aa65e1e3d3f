import { type Dialog, perDialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { closeDialog } from './close.js'
import { showOver } from './showOver.js'
import { back } from './view.js'

/** Whether the dialog is on screen for the approval alone. */
const opened = perDialog(() => ({ forIt: false }))

/** Shows what is to be approved. */
export function showApproval(dialog: Dialog): void {
  opened(dialog).forIt = !uiStore(dialog).getState().open
  showOver(dialog, 'ApproveTransaction')
}

/** Done: back to where the user was, or out of the way when the dialog came for this. */
export function leaveApproval(dialog: Dialog): void {
  if (currentView(dialog) !== 'ApproveTransaction') return
  if (opened(dialog).forIt) closeDialog(dialog, { force: true })
  else back(dialog)
}
