import type { Dialog } from '../../../lib/dialog.js'
import { type SwapFailure, swapStore } from '../../../state/swap.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { emit } from '../../events/dialogEvents.js'
import { stopQuotes } from './liveQuote.js'

/* What the user presses on the way to a swap. What it takes to review and to send is fetched with the first press. */

/** Code that could not be fetched is told like a network that does not answer. */
const unfetched = (dialog: Dialog) => () => swapStore(dialog).setState({ reviewing: 'unavailable' satisfies SwapFailure })

/** Makes the review, or makes it anew: at the price of this moment. */
export function renewReview(dialog: Dialog): void {
  swapStore(dialog).setState({ reviewing: 'loading' })
  import('./reviewSwap.js').then(({ makeReview }) => makeReview(dialog)).catch(unfetched(dialog))
}

/** The user wants to see what they would say yes to; or, while the wallet or the chain is waited for, how that goes on. */
export function reviewSwap(dialog: Dialog): void {
  stopQuotes(dialog)
  if (swapStore(dialog).getState().progress) {
    emit(dialog, 'swapReviewed')
    return
  }
  swapStore(dialog).setState({ review: undefined, problem: undefined, moved: undefined, progress: undefined, result: undefined })
  emit(dialog, 'swapReviewed')
  renewReview(dialog)
}

/** The user says yes to what is reviewed: to nothing that has taken its place by the time the code that sends is there. */
export function acceptSwap(dialog: Dialog): void {
  const { review } = swapStore(dialog).getState()
  const isStill = () =>
    swapStore(dialog).getState().review === review && currentView(dialog) === 'SwapPreview' && uiStore(dialog).getState().open
  import('./performSwap.js').then(({ confirmSwap }) => (isStill() ? confirmSwap(dialog) : undefined)).catch(unfetched(dialog))
}

/** The user has seen how it ended: the next swap begins. */
export function finishSwap(dialog: Dialog): void {
  swapStore(dialog).setState({ result: undefined, review: undefined, problem: undefined, moved: undefined, text: '' })
}
