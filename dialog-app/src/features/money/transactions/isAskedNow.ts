import type { Dialog } from '../../../lib/dialog.js'
import { transactionsStore } from '../../../state/transactions.js'
import type { OnNetwork } from '../onNetwork.js'
import { followTransaction } from './followTransaction.js'
import { isHeld } from './heldHere.js'
import { isOwn, loadTransactions } from './transactions.js'

/** Whether a wallet is asked about something of the account now, here or in another tab of the site. A tab that is gone asks nothing any more. */
export async function isAskedNow(dialog: Dialog, { namespace, address }: OnNetwork): Promise<boolean> {
  for (const { id } of loadTransactions(dialog)) followTransaction(dialog, id)
  const asked = transactionsStore(dialog)
    .getState()
    .transactions.filter((one) => one.status === 'asking' && one.namespace === namespace && one.from === address)
  const held = await Promise.all(asked.map(({ id }) => isOwn(dialog, id) || isHeld(id)))
  return held.includes(true)
}
