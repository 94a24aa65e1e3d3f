import { limits } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { isConsentMissing } from '../connect/consent.js'
import { embedded } from './embedded.js'

/**
 * Starts the secure frame while the user types an address, so that it has loaded when they send it. Where the page asks for consent first, nothing is
 * requested from the secure origin before the user gave it.
 */
export function startFrame(dialog: Dialog): void {
  if (isConsentMissing(dialog)) return
  embedded(dialog)
    .frame.call('isConnected', {}, { timeout: limits.loginTimeout })
    // The call that needs the frame reports what is wrong with it.
    .catch(() => {})
}
