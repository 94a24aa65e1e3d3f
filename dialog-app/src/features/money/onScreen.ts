import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'

/** Views that show what the account has, or wait for it. */
const views: readonly ViewName[] = [
  'Account',
  'WalletReceive',
  'WalletFund',
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'Swap',
  'SwapSelectToken',
  'OnRamp',
]

/** Whether a view about the account's money is open. */
export const isMoneyOpen = (dialog: Dialog): boolean => uiStore(dialog).getState().open && views.includes(currentView(dialog))

/** Whether such a view was opened since the last look: opening it counts as asking for what it shows. */
export function wasOpened(dialog: Dialog, own: { isOpen: boolean }): boolean {
  const before = own.isOpen
  own.isOpen = isMoneyOpen(dialog)
  return own.isOpen && !before
}

/** Whether somebody can see it. */
export const isMoneySeen = (dialog: Dialog): boolean => isMoneyOpen(dialog) && document.visibilityState !== 'hidden'
