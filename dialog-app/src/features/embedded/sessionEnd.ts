import { alerts, limits, type NamespaceId, namespaceIds, type SecureClientApi } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { type EmbeddedWallet, embeddedId, type SecureFrame } from '../../wallets/embedded/index.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { showAlert } from '../notices/alert.js'
import { dropConnection } from '../session/session.js'
import { forgetLogin } from './loginCache.js'

/** Families that the embedded wallet is connected for. */
function served(dialog: Dialog): readonly NamespaceId[] {
  return namespaceIds.filter((namespace) => findConnection(namespace, embeddedId, sessionStore(dialog).getState()) !== undefined)
}

type Reason = Parameters<SecureClientApi['sessionChanged']>[0]['reason']

/** The login ended by itself: expired, revoked from elsewhere, signed out in another tab. */
export function endSession(dialog: Dialog, wallet: EmbeddedWallet, reason: Reason): void {
  // Also when it ended before it was resumed here.
  if (reason === 'expired' || reason === 'revoked') showAlert(dialog, { title: alerts.sessionExpired, developer: false })
  // The next login may be somebody else's, and another tab's.
  wallet.end()
  const families = served(dialog)
  if (families.length === 0) return
  for (const namespace of families) dropConnection(dialog, namespace, embeddedId)
  emitOnScreen(dialog, 'connectionLost')
}

/** Another document of the frame came: is somebody still logged in there? Never throws. */
export async function checkLogin(dialog: Dialog, frame: SecureFrame, wallet: EmbeddedWallet): Promise<void> {
  try {
    const { isConnected } = await frame.call('isConnected', {}, { timeout: limits.loginTimeout })
    if (isConnected) return
    forgetLogin(dialog)
    endSession(dialog, wallet, 'expired')
  } catch {
    // It is gone again, and has told its fault.
  }
}
