import { type CaipNetworkId, defaultOnrampOptions, estimatedQuote, limits, newId, type OnrampOrder } from '@latchkey/protocol'
import { reasonOfFailure, statusOf } from '../../../api/http.js'
import { fetchOnrampOptions, fetchOnrampOrder, fetchOnrampQuote, fetchOnrampUrl } from '../../../api/onramp.js'
import { debounce } from '../../../lib/debounce.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import { networksStore } from '../../../state/networks.js'
import { onClosed } from '../../../state/onClosed.js'
import { onLeave } from '../../../state/onLeave.js'
import { portfolioStore, type Token } from '../../../state/portfolio.js'
import { initialPurchase, type PurchaseState, purchaseStore } from '../../../state/purchase.js'
import { sessionStore } from '../../../state/session.js'
import { onNetwork } from '../onNetwork.js'
import { reloadPortfolio } from '../portfolio/portfolio.js'
import { chosenOffer, limitOf, methodsOf, moneyText, type Offer, offersOf, paymentsOf, readMoney } from './choices.js'

/** Milliseconds between two questions what became of a purchase. */
const orderPoll = 2_000
/** Questions after the window is gone, after which a purchase takes longer than anybody waits for. */
const longestWait = 60

/** What one dialog keeps here. */
type Own = {
  quoting: AbortController | undefined
  /** Of everything that belongs to the view. */
  view: AbortController | undefined
  /** Of the purchase under way. */
  buying: AbortController | undefined
  popup: Window | null
  orderId: string | undefined
  /** What the account had before; undefined while that is not known. */
  before: bigint | undefined
  polls: number
  ask: (() => void) & { cancel(): void }
  stop: (() => void)[]
}

const kept = perDialog(
  (dialog): Own => ({
    quoting: undefined,
    view: undefined,
    buying: undefined,
    popup: null,
    orderId: undefined,
    before: undefined,
    polls: 0,
    ask: debounce(() => void askQuote(dialog)),
    stop: [],
  }),
)

const state = (dialog: Dialog) => purchaseStore(dialog).getState()
const set = (dialog: Dialog, change: Partial<PurchaseState>) => purchaseStore(dialog).setState(change)

/** What can be bought for the account in use. */
export function currentOffers(dialog: Dialog): readonly Offer[] {
  const at = onNetwork(dialog)
  const networks = networksStore(dialog)
    .getState()
    .networks.filter(({ chainNamespace }) => chainNamespace === at?.namespace)
  return offersOf(state(dialog).options, networks, at?.networkId)
}

const heldOf = (dialog: Dialog, { symbol, networkId }: Pick<PurchaseState, 'symbol' | 'networkId'>, contract: string): Token | undefined =>
  portfolioStore(dialog)
    .getState()
    .tokens.find(
      (token) =>
        token.networkId === networkId &&
        (contract === ''
          ? token.contract === undefined && token.symbol === symbol
          : token.contract?.toLowerCase() === contract.toLowerCase()),
    )

/** Asks what the amount buys. While nobody says, the amount itself stands for it, as an estimate. */
async function askQuote(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  own.quoting?.abort()
  const { options, amount, currency, method } = state(dialog)
  const offer = chosenOffer(currentOffers(dialog), state(dialog))
  const money = readMoney(amount, currency)
  const chosen = methodsOf(options, offer, currency).find(({ id }) => id === method)
  const paymentCurrency = paymentsOf(options, offer).find(({ id }) => id === currency)
  if (!offer || !paymentCurrency || money === undefined || limitOf(money, chosen)) return set(dialog, { quoted: 'no', quote: null })
  const control = new AbortController()
  own.quoting = control
  const text = moneyText(money)
  set(dialog, { quoted: 'asking', reason: '' })
  try {
    const network = offer.sold.caip2 ?? offer.currency.symbol
    const question = { purchaseCurrency: offer.currency, paymentCurrency, amount: text, network, paymentMethod: method }
    const quote = await fetchOnrampQuote(dialog, question, control.signal)
    if (control.signal.aborted) return
    // A quote for something else is none.
    const isIt = quote.purchaseAmount.currency === offer.currency.symbol && quote.paymentTotal.currency === currency
    const total = readMoney(quote.paymentTotal.amount)
    if (isIt && total === money) set(dialog, { quoted: 'quote', quote })
    else set(dialog, { quoted: 'estimate', quote: estimatedQuote(text, currency, offer.currency.symbol) })
  } catch (error) {
    if (control.signal.aborted) return
    const reason = statusOf(error) === 400 ? await reasonOfFailure(error) : undefined
    if (control.signal.aborted) return
    if (reason) set(dialog, { quoted: 'refused', quote: null, reason })
    else set(dialog, { quoted: 'estimate', quote: estimatedQuote(text, currency, offer.currency.symbol) })
  }
}

/** The user chooses: what follows from it is asked for after a pause. */
export function choosePurchase(
  dialog: Dialog,
  change: Partial<Pick<PurchaseState, 'amount' | 'currency' | 'symbol' | 'networkId' | 'method'>>,
): void {
  const own = kept(dialog)
  own.quoting?.abort()
  const next = { ...state(dialog), ...change }
  const offer = chosenOffer(currentOffers(dialog), next)
  // The provider of that coin may take other currencies and other ways to pay.
  const payments = paymentsOf(next.options, offer)
  const currency = payments.some(({ id }) => id === next.currency) ? next.currency : (payments[0]?.id ?? next.currency)
  const methods = methodsOf(next.options, offer, currency)
  const method = methods.some(({ id }) => id === next.method) ? next.method : (methods[0]?.id ?? next.method)
  set(dialog, { ...change, currency, method, quoted: 'asking', reason: '' })
  own.ask()
}

async function loadOptions(dialog: Dialog, signal: AbortSignal): Promise<void> {
  const options = await fetchOnrampOptions(dialog, signal).catch(() => defaultOnrampOptions)
  if (signal.aborted) return
  set(dialog, { options })
  const [first] = currentOffers(dialog)
  choosePurchase(dialog, { symbol: first?.currency.symbol ?? '', networkId: first?.network.caipNetworkId ?? null })
}

/** In the click itself: a window that is opened later is blocked. It waits on an empty page. */
function openWindow(): Window | null {
  const [width, height] = [limits.socialPopupWidth, limits.socialPopupHeight]
  const left = Math.max(0, Math.round(screen.availWidth / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.availHeight / 2 - height / 2))
  return window.open('about:blank', `latchkey-buy-${newId()}`, `popup,width=${width},height=${height},left=${left},top=${top}`)
}

function finish(dialog: Dialog, change: Partial<PurchaseState>): void {
  const own = kept(dialog)
  own.buying?.abort()
  own.popup?.close()
  own.popup = null
  set(dialog, change)
}

/** What the account has more than before. */
function gain(dialog: Dialog): PurchaseState['gained'] {
  const own = kept(dialog)
  const purchase = state(dialog)
  const { status } = portfolioStore(dialog).getState()
  if (status !== 'ready') return null
  const contract = chosenOffer(currentOffers(dialog), purchase)?.sold.contract_address ?? ''
  const token = heldOf(dialog, purchase, contract)
  // The list was not here yet when the purchase began.
  own.before ??= token?.amount ?? 0n
  if (!token || token.amount <= own.before) return null
  return { amount: token.amount - own.before, decimals: token.decimals, symbol: token.symbol }
}

/** Something happened: has it arrived? Only what somebody waits for counts. */
function look(dialog: Dialog): void {
  const { phase } = state(dialog)
  if (!['waiting', 'blocked', 'closed', 'paid'].includes(phase)) return
  const gained = gain(dialog)
  if (gained) finish(dialog, { phase: 'arrived', gained })
}

function apply(dialog: Dialog, { state: now, reason = '' }: OnrampOrder, networkId: CaipNetworkId): void {
  if (now === 'failed') finish(dialog, { phase: 'failed', reason })
  if (now === 'cancelled') finish(dialog, { phase: 'cancelled' })
  if (now !== 'sent') return
  kept(dialog).popup?.close()
  if (state(dialog).phase !== 'paid') set(dialog, { phase: 'paid' })
  void reloadPortfolio(dialog, [networkId])
}

/** Asks what became of the purchase, and whether its window is still there, until it is over. */
function follow(dialog: Dialog, networkId: CaipNetworkId, signal: AbortSignal): void {
  const own = kept(dialog)
  const again = () => {
    if (signal.aborted) return
    const { phase } = state(dialog)
    if (phase === 'waiting' && own.popup?.closed) set(dialog, { phase: 'closed' })
    const id = own.orderId
    const asked = id ? fetchOnrampOrder(dialog, id, signal).catch(() => undefined) : Promise.resolve(undefined)
    void asked.then((order) => {
      if (signal.aborted) return
      if (order) apply(dialog, order, networkId)
      look(dialog)
      own.polls = state(dialog).phase === 'waiting' ? 0 : own.polls + 1
      // A purchase that takes days is shown by the account, whenever it arrives.
      if (own.polls < longestWait) after(dialog, orderPoll, again)
    })
  }
  after(dialog, limits.socialPopupPoll, again)
}

/** The provider's window opens within the click, and gets its address a moment later. */
export function buy(dialog: Dialog): void {
  const own = kept(dialog)
  const purchase = state(dialog)
  const at = onNetwork(dialog)
  const offer = chosenOffer(currentOffers(dialog), purchase)
  const money = readMoney(purchase.amount, purchase.currency)
  const { networkId } = purchase
  if (!at || !offer || money === undefined || !networkId || purchase.phase !== 'form') return
  own.popup = openWindow()
  own.buying = new AbortController()
  own.orderId = undefined
  own.before = undefined
  own.polls = 0
  gain(dialog)
  const { signal } = own.buying
  set(dialog, { phase: 'opening', reason: '', url: '', gained: null })
  const question = {
    address: at.address,
    symbol: offer.currency.symbol,
    network: offer.sold.caip2 ?? offer.sold.name,
    amount: moneyText(money),
    currency: purchase.currency,
    paymentMethod: purchase.method,
  }
  fetchOnrampUrl(dialog, question, signal).then(
    ({ url, id }) => {
      if (signal.aborted) return
      own.orderId = id
      if (own.popup) own.popup.location.href = url
      set(dialog, { phase: own.popup ? 'waiting' : 'blocked', url })
      follow(dialog, networkId, signal)
    },
    async (error: unknown) => {
      const reason = (await reasonOfFailure(error)) ?? ''
      if (!signal.aborted) finish(dialog, { phase: 'failed', reason })
    },
  )
}

/** Brings the provider's window to the front, or opens it again. */
export function reopenPurchase(dialog: Dialog): void {
  const own = kept(dialog)
  const { url, networkId } = state(dialog)
  if (own.popup && !own.popup.closed) {
    own.popup.focus()
    return
  }
  own.popup = openWindow()
  if (own.popup) own.popup.location.href = url
  set(dialog, { phase: own.popup ? 'waiting' : 'blocked' })
  if (own.polls < longestWait || !networkId || !own.buying) return
  // Nobody asks any more.
  own.polls = 0
  follow(dialog, networkId, own.buying.signal)
}

/** Back to the form, with what was chosen. */
export function buyAgain(dialog: Dialog): void {
  finish(dialog, { phase: 'form', url: '', reason: '', gained: null })
  choosePurchase(dialog, {})
}

function end(dialog: Dialog): void {
  const own = kept(dialog)
  for (const stop of own.stop.splice(0)) stop()
  for (const control of [own.quoting, own.view, own.buying]) control?.abort()
  own.ask.cancel()
  // Its window stays: whoever pays there goes on, and the account shows what arrives.
  own.popup = null
  set(dialog, initialPurchase)
}

/** The view is on screen. */
export function startPurchase(dialog: Dialog): void {
  const own = kept(dialog)
  if (own.stop.length > 0) return
  own.view = new AbortController()
  let address = onNetwork(dialog)?.address
  own.stop = [
    onLeave(dialog, 'OnRamp', () => end(dialog)),
    onClosed(dialog, () => end(dialog)),
    portfolioStore(dialog).subscribe(() => look(dialog)),
    // What is bought for one account never goes to another.
    sessionStore(dialog).subscribe(() => {
      const now = onNetwork(dialog)?.address
      if (now === address) return
      address = now
      if (state(dialog).options) buyAgain(dialog)
    }),
  ]
  if (!state(dialog).options) void loadOptions(dialog, own.view.signal)
}
