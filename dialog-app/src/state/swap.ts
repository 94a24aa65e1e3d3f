import type { CaipNetworkId, SwapQuote } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** A token that can be swapped. */
export type SwapToken = {
  /** As it is asked for: in lower case; `nativeTokenAddress` for the native coin. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly icon: string
  /** False for a token that nobody vouches for. */
  readonly listed: boolean
  /** Where it is, when that is another network than the one that is swapped on. */
  readonly networkId?: CaipNetworkId
}

/** Names a token among those of all networks: its address, with its network before it where that is another one. Pure. */
export const keyOf = ({ address, networkId }: Pick<SwapToken, 'address' | 'networkId'>): string =>
  networkId ? `${networkId}:${address}` : address

/** How it is between two networks. */
export type Crossing = {
  /** About how long it takes. */
  readonly seconds: number
  /** What is kept of it on the way, in millionths of the currency; undefined when nobody says. */
  readonly fee: bigint | undefined
}

/**
 * Why there is no price, or no swap.
 *
 * - `liquidity`: nobody trades so much of it
 * - `tooLittle`: nobody trades so little of it
 * - `keepsPart`: a token keeps a part of each transfer
 * - `unknownToken`: a token that the provider does not have
 * - `unsupported`: the network has no swaps
 * - `tooOften`, `unavailable`: the server, or whom it asks, does not answer now
 * - `mismatch`: what was answered is not what was asked for, so it is not used
 * - `moved`: the price moved so far that the swap would fail
 * - `changed`: another account or network is active than the one that was reviewed
 */
export type SwapFailure =
  | 'liquidity'
  | 'tooLittle'
  | 'keepsPart'
  | 'unknownToken'
  | 'unsupported'
  | 'tooOften'
  | 'unavailable'
  | 'mismatch'
  | 'moved'
  | 'changed'

/** What a swap would give. Amounts in the smallest units. */
export type LiveQuote = {
  /** What it was asked for (`inputOf`): beside any other input it is neither shown nor acted on. */
  readonly of: string
  readonly amountOut: bigint
  /** Hundredths of a percent that are lost to the price; undefined when nobody can tell. */
  readonly impact: number | undefined
  /** What the network takes for it, in the native coin; undefined when that is not known. */
  readonly fee: bigint | undefined
  readonly route: NonNullable<SwapQuote['route']>
  readonly provider: string
  /** Only where it arrives on another network. */
  readonly crossing?: Crossing
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `loading`: with what was known before, if anything was. */
export type QuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly last?: LiveQuote }
  | { readonly status: 'ready'; readonly quote: LiveQuote }
  | { readonly status: 'failed'; readonly failure: SwapFailure; readonly of: string }

/** What the user says yes to, read from the very bytes that are sent. */
export type SwapReview = {
  readonly networkId: CaipNetworkId
  readonly from: SwapToken
  readonly to: SwapToken
  readonly amount: bigint
  readonly amountOut: bigint
  /** Less never arrives: then the swap fails. */
  readonly minimum: bigint
  readonly impact: number | undefined
  readonly fee: bigint | undefined
  /** Somebody else pays the fee, according to the wallet. */
  readonly isSponsored: boolean
  /** The wallet names the highest fee that it pays (ERC-4337): it may be less. */
  readonly isFeeMost?: boolean
  /** Hundredths of a percent. */
  readonly slippage: number
  /** `together`: with one approval of the wallet; `before`: in a transaction of its own, after another one that takes back an older allowance if `reset`. */
  readonly approval: 'none' | 'together' | { readonly before: true; readonly reset: boolean }
  /** Only where it arrives on another network. */
  readonly crossing?: Crossing
  /** The contract that takes the token. */
  readonly contract: string
  /** Milliseconds since 1970 until which it may be sent as it is. */
  readonly until: number
}

/** How a swap goes on. */
export type SwapProgress = {
  readonly step: 'reset' | 'approve' | 'swap'
  /** `wallet`: it asks the user. `chain`: the network is waited for. */
  readonly waits: 'wallet' | 'chain'
  /** Of the transaction that is asked for or waited for. */
  readonly transaction?: string
}

/** How a swap ended. */
export type SwapResult = {
  /** `sent`: it left the network, and arrives on another one. */
  readonly status: 'done' | 'sent' | 'failed' | 'dropped' | 'replaced' | 'unsure'
  /** What arrived; undefined when that cannot be told. */
  readonly received?: bigint
  readonly hash?: string
  readonly reason?: string
  /** The symbol of a token that stays approved, though nothing was swapped. */
  readonly approved?: string
}

/** Why the last attempt ended before a swap was sent. */
export type SwapProblem = {
  /** A sentence of the catalogue. */
  readonly message: string
  /** The symbol of a token that was approved, though nothing was swapped. */
  readonly approved?: string
}

export type SwapState = {
  /** Account and network that all of it is about. */
  readonly key: string | undefined
  readonly tokens: readonly SwapToken[]
  /** Tokens of other networks that can be received. */
  readonly elsewhere: readonly SwapToken[]
  readonly listing: 'idle' | 'loading' | 'ready' | 'failed' | 'unsupported'
  readonly from: SwapToken | undefined
  readonly to: SwapToken | undefined
  /** The amount as it was typed. */
  readonly text: string
  /** What a page wants in the form, as it wrote it, until that is there. */
  readonly wanted: { readonly from: unknown; readonly to: unknown; readonly amount: unknown } | undefined
  /** All of it: follows the balance and the fee. */
  readonly isMax: boolean
  /** Hundredths of a percent. */
  readonly slippage: number
  /** By address, in the smallest units. */
  readonly balances: Readonly<Record<string, bigint>>
  /** By `keyOf`, in millionths of the currency. */
  readonly prices: Readonly<Record<string, bigint>>
  /** Wei per unit of gas when in a hurry. */
  readonly gasPrice: bigint | undefined
  /** What the chain charges for a swap in addition to its gas, in wei (the L1 data fee of the OP stack). */
  readonly dataFee: bigint
  /** Somebody else pays the account's fees, according to the wallet: nothing has to be kept back for them. Undefined until the wallet has answered. */
  readonly isSponsored: boolean | undefined
  readonly quote: QuoteState
  readonly review: SwapReview | undefined
  /** Set while the review is being made, and when it could not be. */
  readonly reviewing: 'idle' | 'loading' | SwapFailure
  /** What the new price gives less than the one before, in the smallest unit. */
  readonly moved: bigint | undefined
  readonly progress: SwapProgress | undefined
  readonly result: SwapResult | undefined
  readonly problem: SwapProblem | undefined
  /** Which of the two tokens is being chosen. */
  readonly choosing: 'from' | 'to'
}

export const initialSwap: SwapState = {
  key: undefined,
  tokens: [],
  elsewhere: [],
  listing: 'idle',
  from: undefined,
  to: undefined,
  text: '',
  wanted: undefined,
  isMax: false,
  slippage: 100,
  balances: {},
  prices: {},
  gasPrice: undefined,
  dataFee: 0n,
  isSponsored: undefined,
  quote: { status: 'none' },
  review: undefined,
  reviewing: 'idle',
  moved: undefined,
  progress: undefined,
  result: undefined,
  problem: undefined,
  choosing: 'to',
}

export const swapStore = perDialog(() => createStore<SwapState>(() => initialSwap))
