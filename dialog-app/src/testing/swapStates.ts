import { nativeTokenAddress } from '@latchkey/protocol'
import { inputOf } from '../features/money/swap/liveQuote.js'
import type { Dialog } from '../lib/dialog.js'
import { askingStore } from '../state/asking.js'
import { type Arrival, crossingsStore } from '../state/crossings.js'
import { networksStore } from '../state/networks.js'
import { settingsStore } from '../state/settings.js'
import { initialSwap, type LiveQuote, type SwapReview, type SwapState, type SwapToken, swapStore } from '../state/swap.js'
import { type Transaction, transactionsStore } from '../state/transactions.js'
import { uiStore } from '../state/ui.js'
import { address } from './fixtures.js'
import { moneyAccount } from './moneyStates.js'
import { show } from './setStores.js'

/*
 * States of the views that swap.
 */

const key = `eip155:8453:${address}`
const token = (symbol: string, digit: string, decimals: number, more: Partial<SwapToken> = {}): SwapToken => ({
  address: `0x${digit.repeat(40)}`,
  ...{ symbol, name: `${symbol} Token`, decimals, icon: '', listed: true },
  ...more,
})
const eth = token('ETH', 'e', 18, { address: nativeTokenAddress, name: 'Ether' })
const usdc = token('USDC', '8', 6, { name: 'USD Coin' })
const stranger = token('USDC', 'b', 6, { listed: false, name: 'USD Coin' })
const long = token('A-VERY-LONG-SYMBOL-OF-24', 'd', 18)
const router = '0x2626664c2603336e57b271c5c0b26f421741e481'
const pools = [{ percent: 100, path: [], pools: [{ version: 'v3', fee: 500 } as const] }]

/** On Ethereum, from Base. */
const usdcThere: SwapToken = { ...usdc, networkId: 'eip155:1' }
const crossing = { seconds: 90, fee: 100_000n } as const

const quote: Omit<LiveQuote, 'of'> = {
  amountOut: 238_512_000n,
  impact: 8,
  fee: 11_560_000_000_000n,
  route: pools,
  provider: 'pools',
  at: 4e12,
}
const ready = (more: Partial<LiveQuote> = {}) =>
  ({ status: 'ready', quote: { ...quote, of: '', at: Date.now() + 2_000, ...more } }) as const
/** The quote is of what is in the form. */
function withOwnQuote(state: SwapState): SwapState {
  const { quote } = state
  const of = inputOf(state) ?? ''
  if (quote.status === 'ready') return { ...state, quote: { ...quote, quote: { ...quote.quote, of } } }
  return quote.status === 'failed' ? { ...state, quote: { ...quote, of } } : state
}
const base = (): SwapState => ({
  ...initialSwap,
  ...{ key, tokens: [eth, usdc, token('LINK', 'a', 18)], listing: 'ready', from: eth, to: usdc, text: '0.069' },
  balances: { [nativeTokenAddress]: 842_000_000_000_000_000n, [usdc.address]: 240_000_000n, [stranger.address]: 0n },
  prices: { [nativeTokenAddress]: 3_460_240_000n, [usdc.address]: 1_000_000n },
  gasPrice: 1_000_000n,
  quote: ready(),
})

/** Nobody answers here: what is set stays as it is. */
function shown(dialog: Dialog, state: Partial<SwapState>, ...more: ((dialog: Dialog) => void)[]) {
  moneyAccount({})(dialog)
  uiStore(dialog).setState({ online: false })
  settingsStore(dialog).setState(({ boot }) => ({
    boot: boot && { ...boot, swaps: { 'eip155:8453': { router, kind: 'swapRouter02' }, 'eip155:1': { router, kind: 'swapRouter02' } } },
  }))
  swapStore(dialog).setState(withOwnQuote({ ...base(), ...state }), true)
  for (const set of more) set(dialog)
}
const form =
  (state: Partial<SwapState>, ...more: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    shown(dialog, state, ...more)
    show(dialog, 'Account', 'Swap')
  }

const review = (more: Partial<SwapReview> = {}): SwapReview => ({
  networkId: 'eip155:8453',
  ...{
    from: eth,
    to: usdc,
    amount: 69_000_000_000_000_000n,
    amountOut: 238_512_000n,
    minimum: 236_126_880n,
    impact: 8,
    fee: quote.fee,
    isSponsored: false,
  },
  ...{ slippage: 100, approval: 'none', contract: router, until: Date.now() + 25_000 },
  ...more,
})
const sold = { from: usdc, to: eth, amount: 240_000_000n, amountOut: 69_000_000_000_000_000n, minimum: 68_310_000_000_000_000n } as const
const across = { from: usdc, to: usdcThere, amount: 100_000_000n, amountOut: 99_900_000n, minimum: 99_900_000n, crossing } as const
const sentHash = `0x${'5'.repeat(64)}`
const arrival = (found: Arrival) => (dialog: Dialog) => crossingsStore(dialog).setState({ [sentHash]: found })
const before = { approval: { before: true, reset: false } } as const
const preview =
  (state: Partial<SwapState>, more?: Partial<SwapReview>, ...set: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    shown(dialog, { review: review(more), ...state }, ...set)
    show(dialog, 'Account', 'Swap', 'SwapPreview')
  }
const choosing = (state: Partial<SwapState>) => (dialog: Dialog) => {
  shown(dialog, state)
  show(dialog, 'Account', 'Swap', 'SwapSelectToken')
}

const about = {
  step: 'approve',
  from: { symbol: 'USDC', decimals: 6, address: usdc.address },
  to: { symbol: 'ETH', decimals: 18, address: eth.address },
  amount: '240000000',
  minimum: '1',
}
const earlier = (change: Partial<Transaction>) => (dialog: Dialog) =>
  transactionsStore(dialog).setState({
    transactions: [
      {
        ...{
          id: 'one',
          purpose: 'approve',
          namespace: 'eip155',
          networkId: 'eip155:8453',
          from: address,
          status: 'confirmed',
          at: 0,
          calls: [],
        },
        about,
        ...change,
      } as Transaction,
    ],
  })

export const swapStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'swap-quote': form({}),
  'swap-across': form({ from: usdc, to: usdcThere, text: '100', quote: ready({ amountOut: 99_900_000n, crossing }) }),
  'swap-empty': form({ text: '', quote: { status: 'none' } }),
  'swap-loading': form({ quote: { status: 'loading' } }),
  'swap-impact': form({ text: '0.8', quote: ready({ amountOut: 2_601_744_000n, impact: 601 }) }),
  'swap-not-enough': form({ text: '1.2', quote: ready({ amountOut: 4_148_900_000n }) }),
  'swap-no-fee': form({ text: '0.842', quote: ready({ amountOut: 2_900_000_000n }) }),
  'swap-max': form({ text: '0.841', isMax: true, quote: ready({ amountOut: 2_900_000_000n }) }),
  'swap-liquidity': form({ quote: { status: 'failed', failure: 'liquidity', of: '' } }),
  'swap-too-little': form({ quote: { status: 'failed', failure: 'tooLittle', of: '' } }),
  'swap-unavailable': form({ quote: { status: 'failed', failure: 'unavailable', of: '' } }),
  'swap-mismatch': form({ quote: { status: 'failed', failure: 'mismatch', of: '' } }),
  'swap-unlisted': form({ to: stranger }),
  'swap-long': form({
    from: long,
    text: '123456789.123456789',
    balances: { [long.address]: 10n ** 40n, [nativeTokenAddress]: 10n ** 18n },
  }),
  'swap-refused': form({ problem: { message: 'You cancelled it in your wallet. Nothing was sent.', approved: 'USDC' } }),
  'swap-approved-alone': form({}, earlier({})),
  'swap-under-way': form({}, earlier({ purpose: 'swap', status: 'pending', about: { ...about, step: 'swap' } })),
  'swap-approval-under-way': form({}, earlier({ status: 'pending' })),
  'swap-ended': form({}, earlier({ purpose: 'swap', about: { ...about, step: 'swap' } })),
  'swap-elsewhere': form({ listing: 'unsupported' }, (dialog) =>
    networksStore(dialog).setState(({ networks }) => ({ networks: [...networks] })),
  ),
  'swap-list-failed': form({ listing: 'failed' }),
  'swap-choose': choosing({ choosing: 'from' }),
  'swap-review': preview({}),
  'swap-review-approve': preview({}, { ...sold, ...before }),
  'swap-review-together': preview({}, { ...sold, approval: 'together' }),
  'swap-review-sponsored': preview({ isSponsored: true }, { fee: 0n, isSponsored: true }),
  'swap-review-impact': preview({}, { impact: 601, amountOut: 2_601_744_000n, amount: 800_000_000_000_000_000n }),
  'swap-review-old': preview({}, { until: 0 }),
  'swap-review-moved': preview({ moved: 607_000n }),
  'swap-review-changed': preview({ review: undefined, reviewing: 'changed' }),
  'swap-review-unlisted': preview({}, { ...sold, from: stranger, amount: 240_123_456n, minimum: 68_310_123_456_789_012n }),
  'swap-review-loading': preview({ review: undefined, reviewing: 'loading' }),
  'swap-review-mismatch': preview({ review: undefined, reviewing: 'mismatch' }),
  'swap-asking': preview({ progress: { step: 'swap', waits: 'wallet' } }),
  'swap-second-step': preview({ progress: { step: 'swap', waits: 'wallet' } }, { ...sold, ...before }),
  'swap-other-app': preview({ progress: { step: 'swap', waits: 'wallet' } }, { ...sold, ...before }, (dialog) =>
    askingStore(dialog).setState({ href: 'northwind://wc?requestId=1' }),
  ),
  'swap-waiting': preview({ progress: { step: 'approve', waits: 'chain' } }, { ...sold, ...before }),
  'swap-done': preview({ result: { status: 'done', received: 238_509_000n, hash: `0x${'5'.repeat(64)}` } }),
  'swap-failed': preview({ result: { status: 'failed', hash: `0x${'5'.repeat(64)}`, approved: 'USDC' } }, { ...sold, ...before }),
  'swap-unsure': preview({ result: { status: 'unsure' } }),
  'swap-across-review': preview({}, { ...across, ...before }),
  'swap-across-sent': preview({ result: { status: 'sent', hash: sentHash } }, across),
  'swap-across-arrived': preview(
    { result: { status: 'sent', hash: sentHash } },
    across,
    arrival({ status: 'arrived', received: 99_900_000n }),
  ),
  'swap-across-refunded': preview({ result: { status: 'sent', hash: sentHash } }, across, arrival({ status: 'refunded' })),
}
