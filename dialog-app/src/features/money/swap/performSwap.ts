import type { Dialog } from '../../../lib/dialog.js'
import { t } from '../../../lib/i18n.js'
import type { AddressCall } from '../../../namespaces/transactions.js'
import { currentConnection } from '../../../state/session.js'
import { type SwapProgress, type SwapResult, swapStore } from '../../../state/swap.js'
import { isOver, type Transaction, type TransactionPurpose } from '../../../state/transactions.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { onNetwork } from '../onNetwork.js'
import { TransactionError } from '../transactions/problem.js'
import { problemMessages } from '../transactions/problemMessages.js'
import { findTransaction, forgetTransaction } from '../transactions/transactions.js'
import { approvedAlone, askedStep, dismissEarlier } from './earlierSteps.js'
import { callsOf, makeReview, planOf, type SwapPlan } from './reviewSwap.js'
import { swapAbout } from './swapAbout.js'

/** A step did not end as it should; the words are for the user. */
class StepError extends Error {
  override readonly name = 'StepError'
}

/** What asks the wallet: fetched when it is asked. */
const loadSending = () => import('../transactions/sendTransaction.js')

/** Shows how it goes on, unless the user looks at another swap by now. */
function setProgress(dialog: Dialog, plan: SwapPlan, progress: SwapProgress): void {
  if (planOf(dialog) === plan) swapStore(dialog).setState({ progress })
}

/** Asks the wallet for one step. @throws TransactionError when nothing was sent */
async function send(dialog: Dialog, plan: SwapPlan, step: SwapProgress['step'], calls: readonly AddressCall[]): Promise<Transaction> {
  const { of } = plan.context
  setProgress(dialog, plan, { step, waits: 'wallet' })
  const purpose: TransactionPurpose = step === 'swap' ? 'swap' : 'approve'
  const { sendTransaction } = await loadSending()
  const sent = await sendTransaction(dialog, { purpose, of, calls, about: swapAbout(plan.review, step), onSuccess: () => {} })
  setProgress(dialog, plan, { step, waits: 'chain', transaction: sent.id })
  return sent
}

/** One step until it is in the chain. */
async function finish(dialog: Dialog, plan: SwapPlan, step: 'reset' | 'approve', call: AddressCall): Promise<string> {
  const { id } = await send(dialog, plan, step, [call])
  const { untilTransaction } = await loadSending()
  const ended = await untilTransaction(dialog, id, (transaction) => isOver(transaction) || transaction.status === 'unsure')
  if (ended?.status === 'confirmed') return id
  const { symbol } = plan.review.from
  // It may be given yet: it stays known, and is told then.
  if (ended?.status === 'unsure' || ended?.status === 'dropped') throw new StepError(t(dialog, 'swap.approveLost', { symbol }))
  forgetTransaction(dialog, id)
  throw new StepError(t(dialog, 'swap.approveFailed', { symbol }))
}

async function resultOf(dialog: Dialog, plan: SwapPlan, id: string): Promise<SwapResult> {
  const { untilTransaction } = await loadSending()
  const ended = await untilTransaction(dialog, id, (transaction) => isOver(transaction) || transaction.status === 'unsure')
  const facts = { ...(ended?.hash ? { hash: ended.hash } : {}), ...(ended?.reason ? { reason: ended.reason } : {}) }
  if (ended?.status !== 'confirmed')
    return {
      status: ended?.status === 'dropped' || ended?.status === 'replaced' || ended?.status === 'unsure' ? ended.status : 'failed',
      ...facts,
    }
  // What arrives elsewhere is not in this transaction.
  if (plan.terms.toNetworkId) return { status: 'sent', ...facts }
  const { family, rpc } = plan.context
  const received = ended.hash ? await family.received(rpc, ended.hash, plan.terms).catch(() => undefined) : undefined
  return { status: 'done', ...facts, ...(received === undefined ? {} : { received }) }
}

/** What is on screen is this very swap: the user is still there to be asked again. */
const isWatched = (dialog: Dialog, plan: SwapPlan) =>
  uiStore(dialog).getState().open &&
  currentView(dialog) === 'SwapPreview' &&
  onNetwork(dialog)?.key === plan.context.of.key &&
  planOf(dialog) === plan

/** Whether the swap would succeed now. A node that does not answer does not prevent a swap: the transaction itself holds the minimum. */
const wouldSucceed = ({ context: { family, rpc, of }, swap }: SwapPlan) => family.wouldSucceed(rpc, of.address, swap).catch(() => true)

/** Approvals, then the swap, each as the user has seen it. */
async function perform(dialog: Dialog, plan: SwapPlan, onApproved: () => void): Promise<Transaction | 'moved' | 'left'> {
  const { review, reset, approve, swap } = plan
  if (typeof review.approval === 'object' && approve) {
    if (reset) forgetTransaction(dialog, await finish(dialog, plan, 'reset', reset))
    await finish(dialog, plan, 'approve', approve)
    onApproved()
    // Asked later, somebody else's wallet window would open over what they do now.
    if (!isWatched(dialog, plan)) return 'left'
  } else setProgress(dialog, plan, { step: 'swap', waits: 'wallet' })
  // The price may have moved since the review, or during the approval. Approval and swap in one step cannot be simulated beforehand.
  if (review.approval !== 'together' && !(await wouldSucceed(plan))) return 'moved'
  return send(dialog, plan, 'swap', review.approval === 'together' ? callsOf(plan) : [swap])
}

/** What became of a swap that was sent: told at once to a user who is there, else when they come back. */
async function tellEnd(dialog: Dialog, plan: SwapPlan, sent: Transaction): Promise<void> {
  const result = await resultOf(dialog, plan, sent.id)
  const alone = approvedAlone(dialog) ? { approved: plan.review.from.symbol } : {}
  const isSeen = isWatched(dialog, plan)
  if (swapStore(dialog).getState().key === plan.context.of.key)
    swapStore(dialog).setState({ result: { ...result, ...alone }, progress: undefined, text: '', quote: { status: 'none' } })
  // One that was lost may come back, and one that goes to another network has to arrive.
  if (isSeen && result.status !== 'dropped' && result.status !== 'unsure' && result.status !== 'sent')
    dismissEarlier(dialog, findTransaction(dialog, sent.id) ?? sent)
}

/**
 * The user says yes. What is sent is what was reviewed, to the byte; a review that is too old, or of another account or network, is made anew and
 * asks again. While the wallet is asked already, it is not asked once more.
 */
export async function confirmSwap(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const plan = planOf(dialog)
  if (store.getState().progress) return
  const isShown = plan !== undefined && store.getState().review === plan.review
  if (!isShown || dialog.now() >= plan.review.until || onNetwork(dialog)?.key !== plan.context.of.key) return makeReview(dialog)
  if (askedStep(dialog)) {
    const wallet = currentConnection(dialog)?.wallet.name ?? ''
    store.setState({ problem: { message: t(dialog, 'swap.stillAsks', { wallet }) } })
    return
  }
  let approved = false
  /** Says why it did not go on, unless the form is of another account or network by now: there the approval is told when they are back. */
  const stop = (message: string) => {
    if (store.getState().key !== plan.context.of.key) return false
    // Another swap is being looked at.
    if (planOf(dialog) !== plan) return false
    store.setState({ progress: undefined, problem: { message, ...(approved ? { approved: plan.review.from.symbol } : {}) } })
    return true
  }
  try {
    const sent = await perform(dialog, plan, () => {
      approved = true
    })
    if (sent === 'left') stop(t(dialog, 'swap.left'))
    else if (sent === 'moved') {
      if (stop(t(dialog, 'swap.movedBody'))) await makeReview(dialog)
    } else await tellEnd(dialog, plan, sent)
  } catch (error) {
    const message =
      error instanceof StepError
        ? error.message
        : t(dialog, problemMessages[error instanceof TransactionError ? error.problem : 'unknownNode'])
    if (stop(message)) store.setState({ review: undefined })
  }
}
