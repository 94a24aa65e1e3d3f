import { nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import { buildApproval, buildSwap, fetchSwapAllowance } from '../../../api/swap.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import type { SwapTerms } from '../../../namespaces/swaps.js'
import type { AddressCall } from '../../../namespaces/transactions.js'
import { findNetwork } from '../../../state/networks.js'
import { keyOf, type SwapReview, type SwapToken, swapStore } from '../../../state/swap.js'
import { worthOf } from '../amounts.js'
import { isContractAccount } from '../isContractAccount.js'
import { toolsFor } from '../transactions/askWallet.js'
import { walletFee } from '../transactions/walletFee.js'
import { orderOf } from './checkQuote.js'
import { pendingApproval } from './earlierSteps.js'
import { amountOf, inputOf, quoteNow } from './liveQuote.js'
import { type SwapContext, swapContext } from './swapContext.js'
import { AnotherAnswer, failureOf } from './swapFailure.js'
import { swapLimits } from './swapLimits.js'
import { impactOf, leastOf } from './swapMath.js'
import { dropReview, isOfAnother } from './watchReview.js'

/** What is sent when the user says yes: exactly what was read and shown. */
export type SwapPlan = {
  readonly context: SwapContext
  readonly terms: SwapTerms
  readonly review: SwapReview
  readonly reset: AddressCall | undefined
  readonly approve: AddressCall | undefined
  readonly swap: AddressCall
}

/** The plan of the review that is shown, and the review that is being made: another one takes its place. */
type Own = { plan: SwapPlan | undefined; making: object | undefined }
const kept = perDialog((): Own => ({ plan: undefined, making: undefined }))
export const planOf = (dialog: Dialog): SwapPlan | undefined => kept(dialog).plan

/** All that is asked of the chain, in order. Pure. */
export const callsOf = ({ reset, approve, swap }: Pick<SwapPlan, 'reset' | 'approve' | 'swap'>): readonly AddressCall[] =>
  [reset, approve, swap].filter((one) => one !== undefined)

/** Units of gas of an approval. */
const approvalGas = 60_000n

/** What has to be allowed before, and how. */
async function planApproval(dialog: Dialog, { of, family, rpc }: SwapContext, terms: SwapTerms, order: ReturnType<typeof orderOf>) {
  const none = { approval: 'none', reset: undefined, approve: undefined } as const
  if (!family.needsAllowance(terms)) return none
  const account = `${of.networkId}:${of.address}`
  const allowance = await fetchSwapAllowance(dialog, order.from, account, terms.toNetworkId)
  if (allowance >= order.amount) return none
  const approve = family.readApproval(await buildApproval(dialog, order, account), terms, order.amount)
  // Some tokens change an allowance from nothing only (USDT).
  const isRefused = allowance > 0n && !(await family.wouldSucceed(rpc, of.address, approve))
  const reset = isRefused ? family.readApproval(await buildApproval(dialog, { ...order, amount: 0n }, account), terms, 0n) : undefined
  const { canBatch } = await import('../transactions/sendTransaction.js')
  if (await canBatch(dialog, of)) return { approval: 'together', reset, approve } as const
  return { approval: { before: true, reset: isRefused }, reset, approve } as const
}

/** An amount is shown by the digits that the server says. @throws AnotherAnswer when a token's contract, or the network of the coin, says something else */
async function checkDecimals(dialog: Dialog, { of, family, rpc }: SwapContext, tokens: readonly SwapToken[]): Promise<void> {
  const rpcOf = ({ networkId }: SwapToken) => (networkId ? toolsFor(dialog, { ...of, networkId }).rpc : rpc)
  const coin = findNetwork(dialog, of.networkId)?.nativeCurrency
  const said = await Promise.all(
    tokens.map((token) => (token.address === nativeTokenAddress ? coin?.decimals : family.decimalsOf(rpcOf(token), token.address))),
  )
  const isRight = tokens.every(({ decimals }, index) => said[index] === undefined || said[index] === decimals)
  if (!isRight) throw new AnotherAnswer('The token has other digits')
}

/** The contracts of a swap of the network, or those that take the token to another one. */
const contractsFor = ({ contracts }: SwapContext, { networkId }: SwapToken): SwapContracts =>
  networkId ? { router: contracts.crossing ?? '', kind: 'lifi' } : contracts

async function plan(dialog: Dialog, context: SwapContext): Promise<SwapPlan | 'moved'> {
  const before = swapStore(dialog).getState()
  const { from, to, slippage, prices } = before
  const quote = quoteNow(before)
  const amount = amountOf(before)
  if (!from || !to || !amount) throw new Error('Nothing is swapped')
  const { of, family, rpc } = context
  const contracts = contractsFor(context, to)
  const order = orderOf(of.networkId, from, to, amount)
  const toNetwork = to.networkId ? { toNetworkId: to.networkId } : {}
  const terms = {
    networkId: of.networkId,
    account: of.address,
    from: from.address,
    to: to.address,
    ...toNetwork,
    amount,
    minimum: 1n,
    contracts,
  }
  const userAddress = `${of.networkId}:${of.address}`
  const [{ approval, reset, approve }, built] = await Promise.all([
    planApproval(dialog, context, terms, order),
    buildSwap(dialog, order, { userAddress, slippage }),
    checkDecimals(dialog, context, [from, to]),
  ])
  const amountOut = BigInt(built.amount)
  const shown = quote.status === 'ready' ? quote.quote.amountOut : (before.review?.amountOut ?? amountOut)
  // Nobody pressed Review for a price that is so much worse.
  if (amountOut < leastOf(shown, slippage)) return 'moved'
  const exact = { ...terms, minimum: leastOf(amountOut, slippage) }
  const { call, minimum } = to.networkId ? await family.readCrossing(built, exact) : family.readSwap(built, exact)
  if (approval === 'none' && !(await family.wouldSucceed(rpc, of.address, call))) return 'moved'
  const { impact: told, crossing } = (quote.status === 'ready' ? quote.quote : before.review) ?? {}
  const byValue = impactOf(told, worthOf(amount, from, prices[from.address]), worthOf(amountOut, to, prices[keyOf(to)]))
  const calls = callsOf({ reset, approve, swap: call })
  // Two transactions one after the other: the fee of the second cannot be estimated before the first is mined.
  const together = typeof approval === 'object' ? undefined : calls
  const said = together && (await walletFee(dialog, of, together))
  if (said) swapStore(dialog).setState({ isSponsored: said.isSponsored })
  const gas = BigInt(built.eip155.gas) + (approve ? approvalGas : 0n) + (reset ? approvalGas : 0n)
  const dataFee = await family.dataFeeOf(rpc, calls, isContractAccount(dialog))
  const review: SwapReview = {
    networkId: of.networkId,
    ...{ from, to, amount, amountOut, minimum, slippage, approval },
    impact: byValue,
    fee: said ? said.fee : gas * BigInt(built.eip155.gasPrice) + dataFee,
    isSponsored: said?.isSponsored ?? false,
    isFeeMost: said !== undefined && !said.isSponsored,
    ...(crossing ? { crossing } : {}),
    contract: call.to,
    until: dialog.now() + swapLimits.reviewFor,
  }
  return { context, terms: exact, review, reset, approve, swap: call }
}

/** An approval that is on its way counts: asked for now, it would be given twice. */
async function untilApproved(dialog: Dialog): Promise<void> {
  const pending = pendingApproval(dialog, swapStore(dialog).getState().from?.address ?? '')
  if (!pending) return
  const { untilTransaction } = await import('../transactions/sendTransaction.js')
  await untilTransaction(dialog, pending.id, ({ status }) => status !== 'pending')
}

/** Makes what is reviewed: at the price of this moment, and read byte by byte. */
export async function makeReview(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const before = store.getState()
  const quote = quoteNow(before)
  const shown = before.review?.amountOut ?? (quote.status === 'ready' ? quote.quote.amountOut : undefined)
  const own = kept(dialog)
  const making = {}
  own.making = making
  own.plan = undefined
  /** Nobody asked for another one meanwhile, and nothing was changed in the form. */
  const isStill = () => own.making === making && inputOf(store.getState()) === inputOf(before)
  store.setState({ reviewing: 'loading' })
  try {
    const context = await swapContext(dialog)
    if (!isStill()) return
    if (isOfAnother(dialog)) return dropReview(dialog)
    if (!context) {
      store.setState({ reviewing: 'unsupported' })
      return
    }
    await untilApproved(dialog)
    if (!isStill()) return
    const made = await plan(dialog, context)
    if (!isStill()) return
    if (isOfAnother(dialog)) return dropReview(dialog)
    if (made === 'moved') {
      store.setState({ reviewing: 'moved', review: undefined })
      return
    }
    own.plan = made
    const less = shown === undefined ? 0n : shown - made.review.amountOut
    store.setState({ review: made.review, reviewing: 'idle', moved: less > 0n ? less : undefined })
  } catch (error) {
    const failure = await failureOf(error)
    if (isStill()) store.setState({ reviewing: failure, review: undefined })
  }
}
