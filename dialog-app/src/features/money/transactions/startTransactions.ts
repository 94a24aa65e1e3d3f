import type { Dialog } from '../../../lib/dialog.js'
import { listen } from '../../../lib/lifetime.js'
import { followTransaction } from './followTransaction.js'
import { loadTransactions } from './transactions.js'

/** From now on transactions of earlier visits, and of other tabs of the site, are known and followed. */
export function startTransactions(dialog: Dialog): void {
  const load = () => {
    for (const { id } of loadTransactions(dialog)) followTransaction(dialog, id)
  }
  // Another tab wrote something.
  listen(dialog, window, 'storage', load)
  load()
}
