import type { Dialog } from '../../../lib/dialog.js'
import { type Transaction, transactionsStore } from '../../../state/transactions.js'
import { onNetwork } from '../onNetwork.js'
import { forgetTransaction } from '../transactions/transactions.js'
import { readSwapAbout } from './swapAbout.js'

/* What is known of earlier steps of swaps: of this visit, of one before a reload, and of other tabs. */

/** Approvals and swaps of the active account, on the network that it is on. The newest first. */
function steps(dialog: Dialog): readonly Transaction[] {
  const of = onNetwork(dialog)
  return transactionsStore(dialog)
    .getState()
    .transactions.filter(
      ({ purpose, from, networkId }) =>
        (purpose === 'approve' || purpose === 'swap') && networkId === of?.networkId && from.toLowerCase() === of.address.toLowerCase(),
    )
}

const tokenOf = (one: Transaction) => readSwapAbout(one)?.from.address

/** Whether a swap took, or may yet take, what was approved for its token before it. Pure. */
const isTaken = (approval: Transaction, all: readonly Transaction[]) =>
  all.some(
    (one) =>
      one.purpose === 'swap' &&
      one.at >= approval.at &&
      tokenOf(one) === tokenOf(approval) &&
      one.status !== 'failed' &&
      one.status !== 'replaced' &&
      one.status !== 'dropped',
  )

/** The newest approval that was given and not followed by the swap that it was for; undefined when there is none. */
export function approvedAlone(dialog: Dialog): Transaction | undefined {
  const all = steps(dialog)
  return all.find((one) => one.purpose === 'approve' && one.status === 'confirmed' && !isTaken(one, all))
}

/** A swap of the token is in the chain: what was approved for it does not stand alone any more. */
export function forgetApprovals(dialog: Dialog, token: string): void {
  for (const one of steps(dialog))
    if (one.purpose === 'approve' && one.status === 'confirmed' && tokenOf(one) === token) forgetTransaction(dialog, one.id)
}

/** The wallet is asked about a step, here or in another tab of the site. */
export const askedStep = (dialog: Dialog): Transaction | undefined => steps(dialog).find(({ status }) => status === 'asking')

/** An approval of the token that is on its way. */
export const pendingApproval = (dialog: Dialog, token: string): Transaction | undefined =>
  steps(dialog).find((one) => one.purpose === 'approve' && one.status === 'pending' && tokenOf(one) === token)

/** The newest step that is not over, or whose end the user has not seen. An approval that was given is told by {@link approvedAlone}. */
export const earlierStep = (dialog: Dialog): Transaction | undefined =>
  steps(dialog).find(
    ({ purpose, status }) => purpose === 'swap' || (status !== 'confirmed' && status !== 'failed' && status !== 'replaced'),
  )

/** The user has seen what became of it. */
export function dismissEarlier(dialog: Dialog, step: Transaction): void {
  const token = step.purpose === 'swap' && step.status === 'confirmed' ? tokenOf(step) : undefined
  if (token !== undefined) forgetApprovals(dialog, token)
  forgetTransaction(dialog, step.id)
}
