import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { readItem, writeItem } from '../../../lib/storage.js'

/** Whether small balances are folded away; kept in this browser. */
export const hideSmallStore = perDialog((dialog) =>
  createStore<{ readonly hideSmall: boolean }>(() => ({ hideSmall: readItem(dialog, 'hideSmallBalances') ?? false })),
)

/** Folds small balances away, or shows them. */
export function setHideSmall(dialog: Dialog, hideSmall: boolean): void {
  hideSmallStore(dialog).setState({ hideSmall })
  writeItem(dialog, 'hideSmallBalances', hideSmall)
}
