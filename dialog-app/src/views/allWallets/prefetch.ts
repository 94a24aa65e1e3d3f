import { openDirectory } from '../../features/directory/directory.js'
import type { Dialog } from '../../lib/dialog.js'
import { loadLaterMessages } from '../../lib/i18n.js'

/** Loads the view of all wallets with its first page, the images on it and all names, so that it is complete as soon as it opens. */
export async function prefetchAllWallets(dialog: Dialog): Promise<void> {
  openDirectory(dialog)
  await Promise.all([import('../AllWallets.js'), loadLaterMessages(dialog)])
}
