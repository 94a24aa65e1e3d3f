import { nativeTokenAddress } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { toDecimal } from '../../../lib/format.js'
import { initialSwap, keyOf, type SwapToken, swapStore } from '../../../state/swap.js'
import { emit } from '../../events/dialogEvents.js'
import { parseAmount } from '../amounts.js'
import { onNetwork } from '../onNetwork.js'
import { changeQuote, quoteNow, refreshQuote, stopQuotes } from './liveQuote.js'
import { mostToSell } from './swapMath.js'
import { loadTokens } from './swapTokens.js'

/* What the user decides in the form. Every change asks for a new price. */

const edited = { isMax: false, problem: undefined, moved: undefined } as const

/** Brings the tokens, and what the page wants of them. */
async function fill(dialog: Dialog): Promise<void> {
  const { listing } = swapStore(dialog).getState()
  if (listing === 'idle' || listing === 'failed') await loadTokens(dialog)
  const { wanted, progress, listing: now } = swapStore(dialog).getState()
  // A swap that is under way is not another one. What is still being fetched is filled in once it is there.
  if (!wanted || progress || now !== 'ready') return
  const { applyWanted } = await import('./wantedSwap.js')
  await applyWanted(dialog)
}

/** Another account or network is another swap. */
export function startSwap(dialog: Dialog): void {
  const store = swapStore(dialog)
  const of = onNetwork(dialog)
  if (!of) return
  if (store.getState().key !== of.key) {
    const { slippage, key, text, wanted } = store.getState()
    // What was typed before the account was known is of no other account.
    store.setState({ ...initialSwap, slippage, wanted, key: of.key, text: key === undefined ? text : '' }, true)
  }
  // One that has ended is not the next one.
  if (store.getState().result) store.setState({ text: '', ...edited, review: undefined, progress: undefined, result: undefined })
  void fill(dialog).then(() => refreshQuote(dialog))
}

export const stopSwap = stopQuotes

/** @param text as it was typed or pasted: it stays so */
export function typeAmount(dialog: Dialog, text: string): void {
  swapStore(dialog).setState({ ...edited, text })
  changeQuote(dialog)
}

/** What can be sold at most. */
function most(dialog: Dialog): bigint {
  const state = swapStore(dialog).getState()
  const { from, balances, gasPrice, dataFee, isSponsored } = state
  if (!from) return 0n
  const balance = balances[from.address] ?? 0n
  if (isSponsored) return balance
  const quote = quoteNow(state)
  const last = quote.status === 'ready' ? quote.quote : undefined
  return mostToSell(balance, from.address === nativeTokenAddress, { gasPrice, dataFee }, last)
}

/** A part of what the account has; all of it leaves the fee. Nothing while the balance is not known: it would be a part of none. @param percent of 100 */
export function takePart(dialog: Dialog, percent: number): void {
  const { from, balances } = swapStore(dialog).getState()
  const balance = from && balances[from.address]
  if (!from || balance === undefined) return
  const amount = percent === 100 ? most(dialog) : (balance * BigInt(percent)) / 100n
  swapStore(dialog).setState({ ...edited, text: toDecimal(amount, from.decimals), isMax: percent === 100 })
  changeQuote(dialog)
}

/** All of it, once the fee is known better. */
export function followMax(dialog: Dialog): void {
  const { isMax, from, text } = swapStore(dialog).getState()
  if (!isMax || !from) return
  const amount = most(dialog)
  // Only ever less: what is taken away for the fee is not given back with each price.
  if (amount < (parseAmount(text, from.decimals) ?? 0n)) {
    swapStore(dialog).setState({ text: toDecimal(amount, from.decimals) })
    changeQuote(dialog)
  }
}

/** The other way round: what would be received is sold. */
export function turnAround(dialog: Dialog): void {
  const state = swapStore(dialog).getState()
  const { from, to } = state
  // What is on another network cannot be sold from here.
  if (to?.networkId) return
  const quote = quoteNow(state)
  const received = quote.status === 'ready' ? quote.quote.amountOut : undefined
  const text = received !== undefined && to ? toDecimal(received, to.decimals) : ''
  swapStore(dialog).setState({ ...edited, from: to, to: from, text, quote: { status: 'none' } })
  changeQuote(dialog)
}

/** The user wants another token on one of the two sides. */
export function chooseToken(dialog: Dialog, side: 'from' | 'to'): void {
  swapStore(dialog).setState({ choosing: side })
  emit(dialog, 'swapTokenWanted')
}

/** The one that they chose. What is on the other side already changes sides. */
export function setToken(dialog: Dialog, token: SwapToken): void {
  const { choosing, from, to } = swapStore(dialog).getState()
  const other = choosing === 'from' ? to : from
  const old = choosing === 'from' ? from : to
  const isTurned = other && keyOf(other) === keyOf(token)
  const next = {
    ...(choosing === 'from' ? { from: token } : { to: token }),
    ...(isTurned && (choosing === 'from' ? { to: old } : { from: old })),
  }
  swapStore(dialog).setState({ ...edited, ...next, quote: { status: 'none' } })
  changeQuote(dialog)
  emit(dialog, 'swapTokenChosen')
}

/** @param slippage hundredths of a percent */
export function setSlippage(dialog: Dialog, slippage: number): void {
  swapStore(dialog).setState({ slippage })
}
