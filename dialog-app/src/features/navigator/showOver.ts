import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { showDialog } from './show.js'
import { push } from './viewStack.js'

/** Shows a view over the others; the dialog opens with it when it is closed. */
export function showOver(dialog: Dialog, view: ViewName): void {
  if (uiStore(dialog).getState().open) push(dialog, view)
  else showDialog(dialog, view)
}
