import { codes, errors, RpcError, toWireError } from '@latchkey/protocol'
import { sharedRpcClient } from '../../../api/rpcClients.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { BuiltTransfer, TransferCost } from '../../../namespaces/transfers.js'
import { networksStore } from '../../../state/networks.js'
import { reviewStore, type SendFailure, type SendReview, sendStore } from '../../../state/send.js'
import { sessionStore } from '../../../state/session.js'
import { emit } from '../../events/dialogEvents.js'
import { networkUrls } from '../../networks/networkUrls.js'
import { isContractAccount } from '../isContractAccount.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { TransactionError, transactionProblem } from '../transactions/problem.js'
import { clearDraftOf, draftToken } from './draft.js'
import { addRecent } from './recentRecipients.js'
import { amountOf } from './sendAmount.js'
import { writeSent } from './sentAbout.js'

const turns = perDialog(() => ({ count: 0 }))

/**
 * What the draft asks for, with its account and network.
 *
 * @throws RpcError -32602 'An amount and receiver address are required', 'A token is required'; 4901 'Unsupported chain'
 */
async function complete(dialog: Dialog) {
  const draft = sendStore(dialog).getState()
  const token = draftToken(dialog)
  if (!token) throw new RpcError(codes.invalidParams, errors.sendNeedsToken)
  const amount = amountOf(draft, token)
  const { recipient } = draft
  if (!amount || recipient.status !== 'known') throw new RpcError(codes.invalidParams, errors.sendNeedsAmountAndReceiver)
  const of = onNetwork(dialog)
  const transfers = of && (await (await loadNamespace(dialog, of.namespace)).transfers?.())
  const urls = of && networkUrls(dialog, of.networkId)
  if (!of || !transfers || !urls?.length || token.networkId !== of.networkId)
    throw new RpcError(codes.chainDisconnected, errors.sendUnsupportedChain)
  return { token, amount, recipient, of, transfers, rpc: sharedRpcClient(dialog, urls), isMax: draft.isMax }
}

const isSame = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase()

/** The wallet's own estimate of the fee takes precedence over ours. */
async function withWalletFee(dialog: Dialog, of: OnNetwork, { calls, cost }: BuiltTransfer): Promise<TransferCost> {
  if (!isContractAccount(dialog)) return cost
  const { walletFee } = await import('../transactions/walletFee.js')
  const said = await walletFee(dialog, of, calls)
  if (!said) return cost
  const { fee, isSponsored } = said
  return { ...cost, fee, highest: isSponsored || fee > cost.highest ? fee : cost.highest, isSponsored }
}

/** Builds what is to be sent, and reads it back from its own bytes: what is shown is what they say. */
async function build(dialog: Dialog): Promise<SendReview> {
  const { token, amount, recipient, of, transfers, rpc, isMax } = await complete(dialog)
  const { contract, decimals, networkId } = token
  const what = { networkId, from: of.address, to: recipient.address, decimals, amount, ...(contract ? { contract } : {}) }
  const isContract = isContractAccount(dialog)
  let built = await transfers.build(what, rpc, isContract)
  const cost = await withWalletFee(dialog, of, built)
  // The fee moved since Max was pressed, or somebody else pays it: all that is left then.
  const room = built.balance - cost.highest
  if (isMax && contract === undefined && room > 0n && room !== amount)
    built = await transfers.build({ ...what, amount: room }, rpc, isContract)
  const said = await transfers.read(built.calls, { from: of.address, decimals })
  const wanted = isMax && contract === undefined && room > 0n ? room : amount
  if (!isSame(said.to, recipient.address) || !isSame(said.contract, contract) || said.amount !== wanted)
    throw new RpcError(codes.internal, errors.fallback)
  const arrival = await transfers.arrival(rpc).catch(() => undefined)
  const { address, name, warnings, like, before } = recipient
  return {
    key: of.key,
    token,
    amount: said.amount,
    address,
    warnings,
    cost,
    calls: built.calls,
    balance: built.balance,
    nativeBalance: built.nativeBalance,
    ...(name ? { name } : {}),
    ...(like ? { like } : {}),
    ...(before ? { before } : {}),
    ...(arrival === undefined ? {} : { arrival }),
    ...(built.arrives === undefined || built.arrives === said.amount ? {} : { arrives: built.arrives }),
  }
}

async function failureOf(dialog: Dialog, of: OnNetwork | undefined, error: unknown): Promise<SendFailure> {
  const cause = error instanceof TransactionError && error.cause !== undefined ? error.cause : error
  const problem = of ? await transactionProblem(dialog, of.namespace, error) : 'unknownNode'
  return { problem, error: toWireError(cause) }
}

/** Shows what would be sent: built now, for the account and the network of now. */
export async function showReview(dialog: Dialog): Promise<void> {
  emit(dialog, 'sendReviewed')
  await rebuild(dialog, false)
}

/** @param changed the user had seen another one: they are told */
async function rebuild(dialog: Dialog, changed: boolean): Promise<void> {
  const turn = ++turns(dialog).count
  const isLast = () => turns(dialog).count === turn
  const of = onNetwork(dialog)
  reviewStore(dialog).setState({ status: 'building', changed }, true)
  try {
    const review = await build(dialog)
    if (!isLast()) return
    // Another account meanwhile is another review.
    if (review.key !== onNetwork(dialog)?.key) return await rebuild(dialog, changed)
    reviewStore(dialog).setState({ status: 'ready', review, changed }, true)
  } catch (error) {
    const failure = await failureOf(dialog, of, error)
    if (isLast()) reviewStore(dialog).setState({ status: 'failed', failure, changed }, true)
  }
}

/** Tries to build it again. */
export const retryReview = (dialog: Dialog): Promise<void> => rebuild(dialog, false)

/**
 * The review is on screen: another account or network makes another one.
 *
 * @returns it is not any more
 */
export function watchReview(dialog: Dialog): () => void {
  const look = () => {
    const { status, review } = reviewStore(dialog).getState()
    if (status === 'ready' && review && review.key !== onNetwork(dialog)?.key) void rebuild(dialog, true)
  }
  const subscriptions = [sessionStore(dialog), networksStore(dialog)].map((store) => store.subscribe(look))
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

/** "Send now": asks the wallet for exactly what is shown. Another account or network than that asks again here first. */
export async function sendReviewed(dialog: Dialog): Promise<void> {
  const { status, review } = reviewStore(dialog).getState()
  const of = onNetwork(dialog)
  if (status !== 'ready' || !review) return
  if (!of || of.key !== review.key) {
    await rebuild(dialog, true)
    return
  }
  reviewStore(dialog).setState({ status: 'asking', review }, true)
  const { address, name, calls } = review
  const { preset } = sendStore(dialog).getState()
  try {
    const { sendTransaction } = await import('../transactions/sendTransaction.js')
    const sent = await sendTransaction(dialog, { purpose: 'send', of, calls, about: writeSent(review, preset?.id) })
    if (sent.status === 'pending') addRecent(dialog, of.namespace, { address, ...(name ? { name } : {}) })
    clearDraftOf(dialog, preset?.id)
    reviewStore(dialog).setState({ status: 'none' }, true)
  } catch (error) {
    if (error instanceof TransactionError && error.problem === 'changed') {
      await rebuild(dialog, true)
      return
    }
    const failure = await failureOf(dialog, of, error)
    // The draft stays: the user may change it, or try again.
    if (sendStore(dialog).getState().preset?.id === preset?.id) sendStore(dialog).setState({ failure })
    reviewStore(dialog).setState({ status: 'none' }, true)
  }
}
