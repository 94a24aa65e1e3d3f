import { limits, newId, type SecurityPage } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem } from '../../lib/storage.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { acceptLogin, leaveLogin } from './acceptLogin.js'
import { loadEmbeddedAccount } from './account.js'
import { embedded, preferredType } from './embedded.js'

/**
 * Shows the secure frame's card that leads to the window for keys and custody. The frame opens that window itself, by a click on its own button,
 * so that neither this dialog nor the page holds a handle on it. Settles when the window was closed, or the user went back.
 */
async function showCard(dialog: Dialog, page: SecurityPage): Promise<void> {
  await embedded(dialog).frame.call('showSecurity', { id: newId(), page }, { timeout: null })
}

/** Keys and custody of the wallet that is connected. What the settings show is read again afterwards. */
export async function openSecurity(dialog: Dialog): Promise<void> {
  // A frame that is gone has told its fault itself.
  await showCard(dialog, 'home').catch(() => {})
  if (currentView(dialog) === 'AccountSettings') await loadEmbeddedAccount(dialog)
}

/** A signed-in device that holds no key: a passkey or the recovery code opens the wallet here, and the login goes on. */
export async function unlockWallet(dialog: Dialog): Promise<void> {
  const view = currentView(dialog)
  try {
    await showCard(dialog, 'unlock')
    const chainId = readItem(dialog, 'lastUsedChain')
    const target = { id: newId(), ...(chainId ? { chainId } : {}), ...preferredType(dialog) }
    const connection = acceptLogin(dialog, await embedded(dialog).frame.call('getUser', target, { timeout: limits.loginTimeout }))
    leaveLogin(dialog, connection, () => uiStore(dialog).getState().open && currentView(dialog) === view)
  } catch {
    // Still locked: the view says so, and offers the window again.
  }
}
