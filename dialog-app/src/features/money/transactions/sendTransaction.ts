import { newId, reasonOf } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { ChainCall, Sent, Transactions, TransactionTools } from '../../../namespaces/transactions.js'
import { currentConnection } from '../../../state/session.js'
import { type KeptCall, type Transaction, type TransactionPurpose, transactionsStore } from '../../../state/transactions.js'
import { emit } from '../../events/dialogEvents.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { toolsFor } from './askWallet.js'
import { followTransaction } from './followTransaction.js'
import { holdWhile } from './heldHere.js'
import { isAskedNow } from './isAskedNow.js'
import { TransactionError, transactionProblem } from './problem.js'
import { addTransaction, changeTransaction, findTransaction, forgetTransaction } from './transactions.js'

export type SendParameters = {
  readonly purpose: TransactionPurpose
  /** Who sends, and where: what the user was shown. */
  readonly of: OnNetwork
  /** Several are one batch: see {@link canBatch}. */
  readonly calls: readonly ChainCall[]
  /** What the view needs to show the transaction again after a reload: JSON. */
  readonly about?: unknown
  /** It was sent. Left out, the dialog goes back a view then. */
  readonly onSuccess?: () => void
  /** It was not sent; the dialog goes back a view. */
  readonly onError?: () => void
  /** The user said no; the dialog goes back a view. */
  readonly onCancel?: () => void
}

const keptCalls = (calls: readonly ChainCall[]): readonly KeptCall[] =>
  calls.flatMap((call) => ('to' in call ? [{ to: call.to, value: String(call.value), ...(call.data ? { data: call.data } : {}) }] : []))

/** What a chain family sends with. @throws TransactionError `notAllowed` for a family that only receives */
async function prepare(dialog: Dialog, of: OnNetwork): Promise<{ family: Transactions; tools: TransactionTools }> {
  const family = await (await loadNamespace(dialog, of.namespace)).transactions?.()
  if (!family) throw new TransactionError('notAllowed')
  return { family, tools: toolsFor(dialog, of) }
}

/** Whether the connected wallet does several calls at once, with one approval, and all of them or none. */
export async function canBatch(dialog: Dialog, of: OnNetwork): Promise<boolean> {
  const { family, tools } = await prepare(dialog, of)
  return (await family.canBatch?.(tools.ask, of.address, of.networkId)) ?? false
}

/** The wallet may have got the request, and nobody heard its answer. */
const isUnheard = (error: unknown) => ['request_expired', 'tab_closed'].includes(String(reasonOf(error)))

/** Ends with what the wallet answered; undefined when its answer was lost. */
async function submit(dialog: Dialog, id: string, answer: Promise<Sent>): Promise<void> {
  try {
    const sent = await answer
    changeTransaction(dialog, id, { status: 'pending', sent, ...(sent.kind === 'hash' ? { hash: sent.hash } : {}) })
  } catch (error) {
    if (!isUnheard(error)) {
      forgetTransaction(dialog, id)
      throw error
    }
    changeTransaction(dialog, id, { status: 'unsure' })
  }
}

/**
 * Sends a transaction, or a batch of calls, of the active account with its wallet, on the same path as a page's request. From the moment the wallet
 * is asked it is in {@link transactionsStore}, kept over a reload, and followed until its end.
 *
 * @returns the transaction, sent: `pending`; or `unsure` when the wallet's answer was lost
 * @throws TransactionError when it was not sent, with the reason; `busy` while a wallet is asked about something else of the account, in any tab of
 *   the site: the wallet is not asked then; `changed` when another account or network is active than `of` says: the
 *   wallet is not asked then
 */
export async function sendTransaction(dialog: Dialog, parameters: SendParameters): Promise<Transaction> {
  const { purpose, of, calls, about, onSuccess, onError, onCancel } = parameters
  const id = newId()
  emit(dialog, 'transactionAsked', {
    id,
    ...(onSuccess ? { onSuccess } : {}),
    ...(onError ? { onError } : {}),
    ...(onCancel ? { onCancel } : {}),
  })
  try {
    const { family, tools } = await prepare(dialog, of)
    // Without it a lost answer stays lost; that is no reason not to send.
    const nonce = await family.nextNonce?.(tools.rpc, of.address).catch(() => undefined)
    const isAsked = await isAskedNow(dialog, of)
    const account = currentConnection(dialog)?.accounts[0]
    if (isAsked) throw new TransactionError('busy')
    if (onNetwork(dialog)?.key !== of.key) throw new TransactionError('changed')
    const { namespace, networkId, address: from } = of
    addTransaction(dialog, {
      ...{ id, purpose, namespace, networkId, from, status: 'asking', at: dialog.now(), calls: keptCalls(calls) },
      ...(nonce === undefined ? {} : { nonce }),
      ...(about === undefined ? {} : { about }),
    })
    const answer = family.submit({ from, networkId, calls, isContract: account?.type === 'smartAccount' }, tools)
    holdWhile(dialog, id, answer)
    await submit(dialog, id, answer)
  } catch (error) {
    const problem = await transactionProblem(dialog, of.namespace, error)
    emit(dialog, 'transactionOver', { id, outcome: problem === 'refused' ? 'cancel' : 'error' })
    throw error instanceof TransactionError ? error : new TransactionError(problem, error)
  }
  followTransaction(dialog, id)
  emit(dialog, 'transactionOver', { id, outcome: 'success' })
  const sent = findTransaction(dialog, id)
  if (!sent) throw new TransactionError('unknownNode')
  return sent
}

/**
 * Waits for something of a transaction, such as its end.
 *
 * @returns the transaction then; undefined when the user has dismissed it before
 */
export function untilTransaction(dialog: Dialog, id: string, is: (transaction: Transaction) => boolean): Promise<Transaction | undefined> {
  const now = findTransaction(dialog, id)
  if (!now || is(now)) return Promise.resolve(now)
  return new Promise((resolve) => {
    const unsubscribe = transactionsStore(dialog).subscribe(() => {
      const later = findTransaction(dialog, id)
      if (later && !is(later)) return
      unsubscribe()
      resolve(later)
    })
  })
}
