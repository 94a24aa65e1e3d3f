import { errors, limits } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { emit } from '../events/dialogEvents.js'
import { showToast } from '../notices/toast.js'

/** The page asked the wallet for something that it never does: the request is rejected already, and this says so to whoever pressed the button. */
export function showNotAllowed(dialog: Dialog): void {
  emit(dialog, 'requestNotAllowed')
  after(dialog, limits.actionNotAllowedDelay, () =>
    showToast(dialog, { variant: 'error', message: errors.actionNotAllowed, autoClose: true }),
  )
}
