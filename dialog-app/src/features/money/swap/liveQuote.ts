import { nativeTokenAddress } from '@latchkey/protocol'
import { fetchGasPrice, fetchPrices, fetchSwapQuotes } from '../../../api/swap.js'
import { debounceTimes } from '../../../lib/debounce.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import { currentConnection } from '../../../state/session.js'
import { keyOf, type LiveQuote, type QuoteState, type SwapState, swapStore } from '../../../state/swap.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { parseAmount, readAmount, toMillionths, worthOf } from '../amounts.js'
import { currency } from '../constants.js'
import { isContractAccount } from '../isContractAccount.js'
import type { OnNetwork } from '../onNetwork.js'
import { checkQuote, orderOf } from './checkQuote.js'
import { type SwapContext, swapContext } from './swapContext.js'
import { AnotherAnswer, failureOf } from './swapFailure.js'
import { swapLimits } from './swapLimits.js'
import { impactOf } from './swapMath.js'

type Own = { timer: (() => void) | undefined; control: AbortController | undefined }

const kept = perDialog((): Own => ({ timer: undefined, control: undefined }))

/** The amount that is sold; undefined while it is none. Pure. */
export const amountOf = ({ text, from }: Pick<SwapState, 'text' | 'from'>): bigint | undefined =>
  from && readAmount(text, from.decimals, from.symbol)

/** Account, network, tokens and amount, as one text: what an answer belongs to. Undefined while there is nothing to ask for. Pure. */
export function inputOf(state: Pick<SwapState, 'key' | 'text' | 'from' | 'to'>): string | undefined {
  const amount = amountOf(state)
  return state.from && state.to && amount ? [state.key, state.from.address, keyOf(state.to), amount].join(' ') : undefined
}

const lastOf = (quote: QuoteState): LiveQuote | undefined =>
  quote.status === 'ready' ? quote.quote : quote.status === 'loading' ? quote.last : undefined

/** The price of what is in the form now: one that was asked for an earlier amount or token is none. Pure. */
export function quoteNow(state: SwapState): QuoteState {
  const { quote } = state
  const of = inputOf(state)
  if (of === undefined) return { status: 'none' }
  if (quote.status === 'failed' && quote.of === of) return quote
  const last = lastOf(quote)
  if (last?.of !== of) return { status: 'loading' }
  return quote.status === 'ready' ? quote : { status: 'loading', last }
}

/** The price that is shown: one that counts, or the one before while the same is asked for again. Pure. */
export const shownQuote = (state: SwapState): LiveQuote | undefined => lastOf(quoteNow(state))

/** Asks the wallet who pays the fee, once for each account and network. Until it answers, the account is assumed to pay. */
async function learnPayer(dialog: Dialog, of: OnNetwork): Promise<void> {
  const store = swapStore(dialog)
  const { key, isSponsored: known } = store.getState()
  if (known !== undefined || key !== of.key || currentConnection(dialog)?.accounts[0]?.type !== 'smartAccount') return
  store.setState({ isSponsored: false })
  const { isSponsored } = await import('../transactions/walletFee.js')
  if ((await isSponsored(dialog, of)) && store.getState().key === of.key) store.setState({ isSponsored: true })
}

/** Balances, prices and the price of gas: what of it does not answer stays as it was. */
async function loadFacts(dialog: Dialog, { of, family, rpc }: SwapContext): Promise<void> {
  const store = swapStore(dialog)
  const { from, to } = store.getState()
  const here = [from, to].filter((token) => token && !token.networkId)
  const addresses = [...new Set([nativeTokenAddress, ...here.flatMap((token) => token?.address ?? [])])]
  const isStill = () => store.getState().key === of.key
  const balances = addresses.map(async (address) => {
    const balance = await family.balanceOf(rpc, of.address, address)
    if (isStill()) store.setState((state) => ({ balances: { ...state.balances, [address]: balance } }))
  })
  const prices = fetchPrices(dialog, of.networkId, addresses, currency).then((found) => {
    const known = Object.fromEntries([...found].map(([address, price]) => [address, toMillionths(price)]))
    if (isStill()) store.setState((state) => ({ prices: { ...state.prices, ...known } }))
  })
  const there =
    to?.networkId &&
    fetchPrices(dialog, to.networkId, [to.address], currency).then((found) => {
      const price = found.get(to.address)
      if (isStill() && price !== undefined) store.setState((state) => ({ prices: { ...state.prices, [keyOf(to)]: toMillionths(price) } }))
    })
  const gas = fetchGasPrice(dialog, of.networkId).then(({ instant }) => {
    if (isStill()) store.setState({ gasPrice: BigInt(instant) })
  })
  const data = family.dataFeeOf(rpc, undefined, isContractAccount(dialog)).then((dataFee) => {
    if (isStill()) store.setState({ dataFee })
  })
  // The quote does not wait for the wallet's answer.
  void learnPayer(dialog, of).catch(() => {})
  await Promise.allSettled([...balances, prices, there, gas, data])
}

/** The best price for what is in the form. @throws as `fetchSwapQuotes`; AnotherAnswer for one that is for something else */
async function askQuote(dialog: Dialog, context: SwapContext, input: SwapState, signal: AbortSignal): Promise<LiveQuote | undefined> {
  const { from, to } = input
  const amount = amountOf(input)
  const of = inputOf(input)
  if (!from || !to || !amount || !of) return undefined
  const order = orderOf(context.of.networkId, from, to, amount)
  const account = `${context.of.networkId}:${context.of.address}`
  const [[first]] = await Promise.all([fetchSwapQuotes(dialog, order, account, signal), loadFacts(dialog, context)])
  if (!first) throw new AnotherAnswer('There is no quote')
  const quote = checkQuote(first, order)
  const { prices, gasPrice, dataFee } = swapStore(dialog).getState()
  const amountOut = BigInt(quote.toAmount)
  const sold = worthOf(amount, from, prices[from.address])
  const bought = worthOf(amountOut, to, prices[keyOf(to)])
  return {
    of,
    amountOut,
    impact: impactOf(quote.priceImpact, sold, bought),
    fee: quote.gas === undefined || gasPrice === undefined ? undefined : BigInt(quote.gas) * gasPrice + dataFee,
    route: quote.route ?? [],
    provider: quote.provider ?? '',
    ...(to.networkId && quote.crossing
      ? { crossing: { seconds: quote.crossing.seconds, fee: parseAmount(quote.crossing.fee ?? '', 6) } }
      : {}),
    at: dialog.now(),
  }
}

const isShown = (dialog: Dialog) =>
  uiStore(dialog).getState().open && currentView(dialog) === 'Swap' && document.visibilityState !== 'hidden'

/** A price is on its way; the one before stays while it is of the same. */
function showAsked(dialog: Dialog): void {
  const state = swapStore(dialog).getState()
  const last = shownQuote(state)
  swapStore(dialog).setState({
    quote: inputOf(state) === undefined ? { status: 'none' } : { status: 'loading', ...(last ? { last } : {}) },
  })
}

async function load(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const store = swapStore(dialog)
  own.control?.abort()
  const control = new AbortController()
  const { signal } = control
  own.control = control
  const input = store.getState()
  showAsked(dialog)
  try {
    const context = await swapContext(dialog)
    if (!context || context.of.key !== input.key) return
    const found = await askQuote(dialog, context, input, signal)
    if (signal.aborted) return
    store.setState({ quote: found ? { status: 'ready', quote: found } : { status: 'none' } })
    if (!found) await loadFacts(dialog, context)
  } catch (error) {
    const failure = await failureOf(error)
    if (!signal.aborted) store.setState({ quote: { status: 'failed', failure, of: inputOf(input) ?? '' } })
  }
}

/** Asks for a price now, and then again as long as the form is on screen. */
export async function refreshQuote(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  own.timer?.()
  own.timer = undefined
  await load(dialog)
  // Another one was asked for meanwhile: it goes on.
  if (own.timer) return
  own.timer = after(dialog, swapLimits.refresh, () => {
    own.timer = undefined
    if (isShown(dialog)) void refreshQuote(dialog)
  })
}

/** The form changed: a price is asked for once nothing more is typed. */
export function changeQuote(dialog: Dialog): void {
  const own = kept(dialog)
  own.control?.abort()
  own.timer?.()
  showAsked(dialog)
  own.timer = after(dialog, debounceTimes.swapQuote, () => {
    own.timer = undefined
    void refreshQuote(dialog)
  })
}

/** Nobody looks any more. */
export function stopQuotes(dialog: Dialog): void {
  const own = kept(dialog)
  own.control?.abort()
  own.timer?.()
  own.timer = undefined
}
