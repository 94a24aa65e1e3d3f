import { nativeTokenAddress } from '@latchkey/protocol'
import type { SwapState } from '../../../state/swap.js'
import { amountOf, quoteNow } from './liveQuote.js'

/** The first thing that a swap lacks; `ready` for nothing. In the order in which the form is read. */
export type SwapNeed = 'token' | 'amount' | 'validAmount' | 'funds' | 'price' | 'noPrice' | 'feeFunds' | 'ready'

/** What the button of the form says. Pure. */
export function swapNeed(state: SwapState): SwapNeed {
  const { from, to, balances, isSponsored } = state
  if (!from || !to) return 'token'
  const amount = amountOf(state)
  if (!amount) return amount === undefined && state.text.trim() !== '' ? 'validAmount' : 'amount'
  const balance = balances[from.address]
  if (balance !== undefined && amount > balance) return 'funds'
  const quote = quoteNow(state)
  if (quote.status === 'failed') return 'noPrice'
  if (quote.status !== 'ready') return 'price'
  if (isSponsored) return 'ready'
  const coin = balances[nativeTokenAddress]
  const { fee } = quote.quote
  const sold = from.address === nativeTokenAddress ? amount : 0n
  return coin !== undefined && fee !== undefined && sold + fee > coin ? 'feeFunds' : 'ready'
}
