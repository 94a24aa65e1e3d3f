import type { ViewName } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { finishClosing } from './close.js'
import { reset } from './viewStack.js'

/**
 * Puts the dialog on screen.
 *
 * @param view what it starts with; left out keeps the view it is at
 */
export function showDialog(
  dialog: Dialog,
  view?: ViewName,
  { keyboard = false, required = false }: { keyboard?: boolean; required?: boolean } = {},
): void {
  // A closing that is still moving ends first: its clean-up must not hit what opens now.
  finishClosing(dialog)
  if (view) reset(dialog, view)
  uiStore(dialog).setState({ open: true, opened: true, keyboard, required })
  if (!settingsStore(dialog).getState().options.inline)
    host(dialog)
      .call('setVisible', { visible: true })
      .catch(() => {})
}
