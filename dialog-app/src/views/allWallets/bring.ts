import { openDirectory } from '../../features/directory/directory.js'
import type { Dialog } from '../../lib/dialog.js'
import { loadLaterMessages } from '../../lib/i18n.js'

/** Brings the view of all wallets with its first page, the pictures on it and all names, so that it stands as soon as it is opened. */
export async function bringAllWallets(dialog: Dialog): Promise<void> {
  openDirectory(dialog)
  await Promise.all([import('../AllWallets.js'), loadLaterMessages(dialog)])
}
