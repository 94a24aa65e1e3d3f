import type { Dialog } from '../../../lib/dialog.js'
import { t } from '../../../lib/i18n.js'
import type { AddressCall } from '../../../namespaces/transactions.js'
import { type SwapProgress, type SwapResult, swapStore } from '../../../state/swap.js'
import { isOver, type Transaction, type TransactionPurpose } from '../../../state/transactions.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { onNetwork } from '../onNetwork.js'
import { TransactionError } from '../transactions/problem.js'
import { problemMessages } from '../transactions/problemMessages.js'
import { sendTransaction, untilTransaction } from '../transactions/sendTransaction.js'
import { forgetTransaction } from '../transactions/transactions.js'
import { makeReview, planOf, type SwapPlan } from './reviewSwap.js'
import { swapAbout } from './swapAbout.js'

/** A step did not end as it should; the words are for the user. */
class StepError extends Error {
  override readonly name = 'StepError'
}

const setProgress = (dialog: Dialog, progress: SwapProgress | undefined) => swapStore(dialog).setState({ progress })

/** Asks the wallet for one step. @throws TransactionError when nothing was sent */
async function send(
  dialog: Dialog,
  { context: { of }, review }: SwapPlan,
  step: SwapProgress['step'],
  calls: readonly AddressCall[],
): Promise<Transaction> {
  setProgress(dialog, { step, waits: 'wallet' })
  const purpose: TransactionPurpose = step === 'swap' ? 'swap' : 'approve'
  const sent = await sendTransaction(dialog, { purpose, of, calls, about: swapAbout(review, step), onSuccess: () => {} })
  setProgress(dialog, { step, waits: 'chain', transaction: sent.id })
  return sent
}

/** One step until it is in the chain. */
async function finish(dialog: Dialog, plan: SwapPlan, step: 'reset' | 'approve', call: AddressCall): Promise<string> {
  const { id } = await send(dialog, plan, step, [call])
  const ended = await untilTransaction(dialog, id, (transaction) => isOver(transaction) || transaction.status === 'unsure')
  if (ended?.status === 'confirmed') return id
  forgetTransaction(dialog, id)
  throw new StepError(t(dialog, 'swap.approveFailed', { symbol: plan.review.from.symbol }))
}

async function resultOf(dialog: Dialog, plan: SwapPlan, id: string): Promise<SwapResult> {
  const ended = await untilTransaction(dialog, id, (transaction) => isOver(transaction) || transaction.status === 'unsure')
  const facts = { ...(ended?.hash ? { hash: ended.hash } : {}), ...(ended?.reason ? { reason: ended.reason } : {}) }
  if (ended?.status !== 'confirmed')
    return {
      status: ended?.status === 'dropped' || ended?.status === 'replaced' || ended?.status === 'unsure' ? ended.status : 'failed',
      ...facts,
    }
  const { family, rpc } = plan.context
  const received = ended.hash ? await family.received(rpc, ended.hash, plan.terms).catch(() => undefined) : undefined
  return { status: 'done', ...facts, ...(received === undefined ? {} : { received }) }
}

/** The user is still there to be asked again. */
const isWatched = (dialog: Dialog, { context: { of } }: SwapPlan) =>
  uiStore(dialog).getState().open && currentView(dialog) === 'SwapPreview' && onNetwork(dialog)?.key === of.key

/** Approvals, then the swap, each as the user has seen it. */
async function perform(dialog: Dialog, plan: SwapPlan, onApproved: (id: string) => void): Promise<Transaction | 'moved' | 'left'> {
  const { review, context, reset, approve, swap } = plan
  if (typeof review.approval === 'object' && approve) {
    if (reset) forgetTransaction(dialog, await finish(dialog, plan, 'reset', reset))
    onApproved(await finish(dialog, plan, 'approve', approve))
    // Asked later, somebody else's wallet window would open over what they do now.
    if (!isWatched(dialog, plan)) return 'left'
    // While the approval was waited for, the price may have moved.
    if (!(await context.family.wouldSucceed(context.rpc, context.of.address, swap))) return 'moved'
  }
  return send(dialog, plan, 'swap', review.approval === 'together' && approve ? [approve, swap] : [swap])
}

/**
 * The user says yes. What is sent is what was reviewed, to the byte; a review that is too old, or of another account or network, is made anew and
 * asks again.
 */
export async function confirmSwap(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const plan = planOf(dialog)
  if (store.getState().progress) return
  if (!plan || dialog.now() >= plan.review.until || onNetwork(dialog)?.key !== plan.context.of.key) return makeReview(dialog)
  let approved: string | undefined
  const alone = () => (approved ? { approved: plan.review.from.symbol } : {})
  try {
    const sent = await perform(dialog, plan, (id) => {
      approved = id
    })
    if (sent === 'left') {
      store.setState({ progress: undefined, problem: { message: t(dialog, 'swap.left'), ...alone() } })
      return
    }
    if (sent === 'moved') {
      store.setState({ progress: undefined, problem: { message: t(dialog, 'swap.movedBody'), ...alone() } })
      await makeReview(dialog)
      return
    }
    if (approved) forgetTransaction(dialog, approved)
    const result = await resultOf(dialog, plan, sent.id)
    if (store.getState().key === plan.context.of.key) store.setState({ result, progress: undefined, text: '', quote: { status: 'none' } })
  } catch (error) {
    const message =
      error instanceof StepError
        ? error.message
        : t(dialog, problemMessages[error instanceof TransactionError ? error.problem : 'unknownNode'])
    store.setState({ progress: undefined, review: undefined, problem: { message, ...alone() } })
  }
}

/** The user has seen how it ended: the next swap begins. */
export function finishSwap(dialog: Dialog): void {
  swapStore(dialog).setState({ result: undefined, review: undefined, problem: undefined, moved: undefined, text: '' })
}
