import { useEffect } from 'react'
import { onNetwork } from '../../features/money/onNetwork.js'
import { shownQuote } from '../../features/money/swap/liveQuote.js'
import { followMax, startSwap, stopSwap } from '../../features/money/swap/swapForm.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { type SwapState, swapStore } from '../../state/swap.js'
import { uiStore } from '../../state/ui.js'

/** The swap of the account and network that are active, with live prices while it is on screen. */
export function useSwap(): SwapState {
  const dialog = useDialog()
  const state = useDialogStore(swapStore)
  const key = useDialogStore(sessionStore, () => onNetwork(dialog)?.key)
  // Without a network nothing is asked for: what is known stays on screen.
  const open = useDialogStore(uiStore, (ui) => ui.open && ui.online)
  const fee = shownQuote(state)?.fee
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account or network is another swap
  useEffect(() => {
    if (!open) return
    const start = () => (document.visibilityState === 'hidden' ? stopSwap(dialog) : startSwap(dialog))
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stopSwap(dialog)
    }
  }, [dialog, key, open])
  const { wanted } = state
  // The page may ask for another swap while the form is on screen.
  useEffect(() => {
    if (open && wanted) startSwap(dialog)
  }, [dialog, open, wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fee that is known better leaves less to sell
  useEffect(() => followMax(dialog), [dialog, fee, state.gasPrice])
  return state
}

/** The name of the wallet that is connected. */
export const useWalletName = (): string => {
  const dialog = useDialog()
  return useDialogStore(sessionStore, () => currentConnection(dialog)?.wallet.name ?? '')
}
