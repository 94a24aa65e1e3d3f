import type { Dialog } from '../../lib/dialog.js'
import { removeItem } from '../../lib/storage.js'

/** The local login cache: nothing on this device tells any more who it was. */
export function forgetLogin(dialog: Dialog): void {
  for (const item of [
    'email',
    'emailLoginUsed',
    'socialUsername',
    'socialProvider',
    'lastUsedChain',
    'smartAccountEnabledNetworks',
  ] as const)
    removeItem(dialog, item)
}
