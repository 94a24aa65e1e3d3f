import type { Dialog } from '../../../lib/dialog.js'
import { type Transaction, transactionsStore } from '../../../state/transactions.js'
import { onNetwork } from '../onNetwork.js'
import { forgetTransaction } from '../transactions/transactions.js'
import { readSwapAbout } from './swapAbout.js'

/** Approvals of the active account that were given, and not followed by the swap that they were for. The newest first. */
function approvals(dialog: Dialog): readonly Transaction[] {
  const of = onNetwork(dialog)
  return transactionsStore(dialog)
    .getState()
    .transactions.filter(
      ({ purpose, from, networkId, status }) =>
        purpose === 'approve' && status === 'confirmed' && networkId === of?.networkId && from.toLowerCase() === of.address.toLowerCase(),
    )
}

/** The newest of them; undefined when there is none. */
export const approvedAlone = (dialog: Dialog): Transaction | undefined => approvals(dialog)[0]

/** A swap of the token has been sent: what was approved for it does not stand alone any more. */
export function forgetApprovals(dialog: Dialog, token: string): void {
  for (const one of approvals(dialog)) if (readSwapAbout(one)?.from.address === token) forgetTransaction(dialog, one.id)
}
