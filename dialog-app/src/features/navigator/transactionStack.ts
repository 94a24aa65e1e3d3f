import { type Dialog, perDialog } from '../../lib/dialog.js'
import { back } from './view.js'

/** What happens after a transaction that a view started. */
export type TransactionEntry = {
  readonly onSuccess?: () => void
  readonly onError?: () => void
  readonly onCancel?: () => void
}

const stack = perDialog((): TransactionEntry[] => [])

/** A view started a transaction. */
export function pushTransaction(dialog: Dialog, entry: TransactionEntry): void {
  stack(dialog).push(entry)
}

/** It ended. Errors and cancels run their callback and go back; a success runs its callback, or goes back without one. */
export function popTransaction(dialog: Dialog, outcome: 'success' | 'error' | 'cancel'): void {
  const entry = stack(dialog).pop()
  if (!entry) return
  if (outcome === 'success') {
    if (entry.onSuccess) entry.onSuccess()
    else back(dialog)
    return
  }
  if (outcome === 'error') entry.onError?.()
  else entry.onCancel?.()
  back(dialog)
}
