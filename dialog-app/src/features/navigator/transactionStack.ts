import type { ViewName } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { currentView } from '../../state/view.js'
import { back } from './view.js'

/** What happens after a transaction that a view started. */
export type TransactionEntry = {
  readonly id: string
  readonly onSuccess?: () => void
  readonly onError?: () => void
  readonly onCancel?: () => void
}

const stack = perDialog(() => new Map<string, TransactionEntry & { readonly view: ViewName }>())

/** The view on screen started a transaction. */
export function pushTransaction(dialog: Dialog, entry: TransactionEntry): void {
  stack(dialog).set(entry.id, { ...entry, view: currentView(dialog) })
}

/**
 * It ended. Errors and cancels run their callback and go back; a success runs its callback, or goes back without one. A user who has left the view
 * meanwhile stays where they are.
 */
export function popTransaction(
  dialog: Dialog,
  { id, outcome }: { readonly id: string; readonly outcome: 'success' | 'error' | 'cancel' },
): void {
  const entry = stack(dialog).get(id)
  if (!entry) return
  stack(dialog).delete(id)
  const leave = () => {
    if (currentView(dialog) === entry.view) back(dialog)
  }
  if (outcome === 'success') {
    if (entry.onSuccess) entry.onSuccess()
    else leave()
    return
  }
  if (outcome === 'error') entry.onError?.()
  else entry.onCancel?.()
  leave()
}
