import { errors, limits } from '@latchkey/protocol'
import { uiStore } from '../../state/ui.js'
import { showDialog } from '../show.js'
import { showToast } from '../toast.js'

/** The page asked the wallet for something that it never does: the request is rejected already, and this says so to whoever pressed the button. */
export function showNotAllowed(): void {
  if (!uiStore.getState().open) showDialog('Account')
  setTimeout(() => showToast({ variant: 'error', message: errors.actionNotAllowed, autoClose: true }), limits.actionNotAllowedDelay)
}
