import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { type Transaction, transactionsStore } from '../../../state/transactions.js'
import { forgetKept, keepTransaction, readTransactions } from './kept.js'

/** Transactions that were begun in this tab: what another tab keeps of them is older. */
const own = perDialog(() => new Set<string>())

/** Whether a transaction was begun in this tab. */
export const isOwn = (dialog: Dialog, id: string): boolean => own(dialog).has(id)

const sorted = (all: readonly Transaction[]) => [...all].sort((a, b) => b.at - a.at)

/** A transaction of this dialog; undefined once the user has seen its end. */
export function findTransaction(dialog: Dialog, id: string): Transaction | undefined {
  return transactionsStore(dialog)
    .getState()
    .transactions.find((one) => one.id === id)
}

/** Adds a transaction that begins here. */
export function addTransaction(dialog: Dialog, transaction: Transaction): void {
  own(dialog).add(transaction.id)
  transactionsStore(dialog).setState(({ transactions }) => ({ transactions: sorted([...transactions, transaction]) }))
  keepTransaction(dialog, transaction)
}

/** Writes down what became of a transaction; nothing for one that was forgotten meanwhile. */
export function changeTransaction(dialog: Dialog, id: string, change: Partial<Transaction>): void {
  const before = findTransaction(dialog, id)
  if (!before) return
  const after = { ...before, ...change }
  transactionsStore(dialog).setState(({ transactions }) => ({ transactions: transactions.map((one) => (one.id === id ? after : one)) }))
  keepTransaction(dialog, after)
}

/** The user has seen how a transaction ended, or it never began. */
export function forgetTransaction(dialog: Dialog, id: string): void {
  transactionsStore(dialog).setState(({ transactions }) => ({ transactions: transactions.filter((one) => one.id !== id) }))
  forgetKept(dialog, id)
}

/**
 * Takes over what was kept: by an earlier visit, or by another tab of the site.
 *
 * @returns transactions that this tab did not know
 */
export function loadTransactions(dialog: Dialog): readonly Transaction[] {
  const known = transactionsStore(dialog).getState().transactions
  const kept = readTransactions(dialog)
  const mine = known.filter(({ id }) => own(dialog).has(id) && kept.some((one) => one.id === id))
  const others = kept.filter(({ id }) => !own(dialog).has(id))
  transactionsStore(dialog).setState({ transactions: sorted([...mine, ...others]) })
  return others.filter(({ id }) => !known.some((one) => one.id === id))
}
