import type { Dialog } from '../../../lib/dialog.js'
import { transactionsStore } from '../../../state/transactions.js'
import type { OnNetwork } from '../onNetwork.js'
import { followTransaction } from './followTransaction.js'
import { isHeld } from './heldHere.js'
import { isOwn, loadTransactions } from './transactions.js'

/** Whether a wallet is waiting for its user's decision about this account, in this tab or another one of the site. Closed tabs do not count. */
export async function isAskedNow(dialog: Dialog, { namespace, address }: OnNetwork): Promise<boolean> {
  for (const { id } of loadTransactions(dialog)) followTransaction(dialog, id)
  const asked = transactionsStore(dialog)
    .getState()
    .transactions.filter((one) => one.status === 'asking' && one.namespace === namespace && one.from === address)
  const held = await Promise.all(asked.map(({ id }) => isOwn(dialog, id) || isHeld(id)))
  return held.includes(true)
}
