import type { Dialog } from '../../../lib/dialog.js'
import { sessionStore } from '../../../state/session.js'
import { swapStore } from '../../../state/swap.js'
import { onNetwork } from '../onNetwork.js'

/** Whether the form is of another account or network than the active one. */
export const isOfAnother = (dialog: Dialog): boolean => onNetwork(dialog)?.key !== swapStore(dialog).getState().key

/** What was reviewed is not what would be sent now: the review is removed. */
export const dropReview = (dialog: Dialog): void =>
  swapStore(dialog).setState({ review: undefined, moved: undefined, reviewing: 'changed' })

/**
 * Removes the review from the screen when the account or the network changes.
 *
 * @returns stops watching
 */
export function watchReview(dialog: Dialog): () => void {
  const look = () => {
    const { review, progress, result } = swapStore(dialog).getState()
    if (review && !progress && !result && isOfAnother(dialog)) dropReview(dialog)
  }
  look()
  return sessionStore(dialog).subscribe(look)
}
