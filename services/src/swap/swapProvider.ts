import type { SwapArrival } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'

/** What is sold for what. */
export type SwapQuestion = {
  readonly chain: Chain
  /** Tokens: addresses in lower case, or `nativeCoin`. They differ. */
  readonly from: string
  readonly to: string
  /** What is sold, in the smallest unit; above zero. */
  readonly amount: bigint
  /** Wei per unit of gas, by which routes are compared; left out: as the chain has it now. */
  readonly gasPrice?: bigint
  readonly signal: AbortSignal
}

/** A part of a swap that goes through one chain of pools. */
export type SwapLeg = {
  /** How much of the amount goes this way. */
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Addresses of tokens in lower case, first what is sold; wrapped where that is the native coin. */
  readonly path: readonly string[]
  /** The pools between them. `fee` in millionths. */
  readonly pools: readonly { readonly version: 'v2' | 'v3'; readonly fee: number }[]
}

export type SwapQuote = {
  /** What is received, in the smallest unit. */
  readonly amountOut: bigint
  /** Hundredths of a percent by which the swap itself moves the price against the user, without the pools' fees; left out when the provider does not say. */
  readonly priceImpact?: number
  /** Units of gas that are enough; left out when the provider does not say. */
  readonly gas?: bigint
  /** Empty when the provider does not say. */
  readonly legs: readonly SwapLeg[]
}

/** A transaction that swaps. What it carries of the native coin is the amount when that is what is sold, else nothing. */
export type BuiltSwap = {
  readonly to: string
  readonly data: string
  readonly amountOut: bigint
  /** Units of gas that are enough. */
  readonly gas: bigint
}

/** Something that swaps tokens of one chain. */
export type SwapProvider = {
  /** Short name, for the answer and the log. */
  readonly name: string
  readonly serves: (chain: Chain) => boolean
  /** Who takes the token that is sold: the contract that an allowance is given to. */
  readonly spender: (chain: Chain) => string
  /** @throws SwapRefused when it cannot be swapped; Error when whom it asks does not answer */
  readonly quote: (question: SwapQuestion) => Promise<SwapQuote>
  /**
   * The transaction that swaps, at the price of this moment.
   *
   * @param order.slippage hundredths of a percent by which what is received may be less than the quote
   * @throws as `quote`
   */
  readonly build: (question: SwapQuestion, order: { readonly user: string; readonly slippage: number }) => Promise<BuiltSwap>
}

/** What is sold on one chain for a token of another. */
export type CrossingQuestion = SwapQuestion & {
  /** The chain of `to`. */
  readonly toChain: Chain
}

export type CrossingQuote = Pick<SwapQuote, 'amountOut' | 'gas'> & {
  /** About how long it takes. */
  readonly seconds: number
  /** What is kept of it on the way, in USD; left out when nobody says. */
  readonly fee?: string
}

/** Something that takes tokens from one chain to another. */
export type CrossingProvider = {
  readonly name: string
  readonly serves: (from: Chain, to: Chain) => boolean
  /** Who takes the token that is sold. */
  readonly spender: (chain: Chain) => string
  /** @throws as `SwapProvider.quote` */
  readonly quote: (question: CrossingQuestion) => Promise<CrossingQuote>
  /** @throws as `SwapProvider.build` */
  readonly build: (question: CrossingQuestion, order: { readonly user: string; readonly slippage: number }) => Promise<BuiltSwap>
  /** What became of a transaction that `build` made. @throws ProviderError when whom it asks does not answer */
  readonly arrival: (from: Chain, to: Chain, hash: string, signal: AbortSignal) => Promise<SwapArrival>
}

/** Why something cannot be swapped, as clients are told. */
export class SwapRefused extends Error {
  override readonly name = 'SwapRefused'

  constructor(
    /** The field of the question that it is about. */
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}

/** Clients look for these words. */
export const insufficientLiquidity = () => new SwapRefused('amount', 'insufficient liquidity')
