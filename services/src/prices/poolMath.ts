import { formatUnits } from 'viem'
import type { UsdPrice } from './priceProvider.js'

/** What a pool held at one block, seen from a token that is to be priced. */
export type PoolState = {
  /** Of the other token, whose price is known, in its smallest unit: what stands behind the price. */
  readonly quoteReserve: bigint
  /** How many of the other token's smallest units one smallest unit of this token is worth, as a fraction. */
  readonly numerator: bigint
  readonly denominator: bigint
}

/** A pair of constant product (Uniswap v2): the price is the ratio of the reserves. */
export const pairState = (tokenReserve: bigint, quoteReserve: bigint): PoolState => ({
  quoteReserve,
  numerator: quoteReserve,
  denominator: tokenReserve,
})

const q192 = 1n << 192n
const q96 = 1n << 96n

/**
 * A pool of concentrated liquidity (Uniswap v3). Its reserve is the smaller of what it holds and what its active liquidity stands for, so that
 * neither coins far from the price nor a thin but steep range make it look deep.
 *
 * @param sqrtPriceX96 square root of (token1 per token0) times 2^96, from `slot0`
 * @param liquidity active at that price
 * @param quoteBalance of the other token, held by the pool
 * @param tokenIsFirst whether the token that is priced is token0
 */
export function concentratedState(sqrtPriceX96: bigint, liquidity: bigint, quoteBalance: bigint, tokenIsFirst: boolean): PoolState {
  const square = sqrtPriceX96 * sqrtPriceX96
  const active = tokenIsFirst ? (liquidity * sqrtPriceX96) / q96 : sqrtPriceX96 === 0n ? 0n : (liquidity * q96) / sqrtPriceX96
  const quoteReserve = active < quoteBalance ? active : quoteBalance
  return tokenIsFirst ? { quoteReserve, numerator: square, denominator: q192 } : { quoteReserve, numerator: q192, denominator: square }
}

export type Quote = { readonly price: UsdPrice; readonly decimals: number }

/** US dollars times 10^18 behind the price: twice the other token's side, since both sides are worth the same. */
export const depthOf = ({ quoteReserve }: PoolState, quote: Quote): bigint =>
  (2n * quoteReserve * quote.price) / 10n ** BigInt(quote.decimals)

/** The price of one whole token; undefined of an empty pool. */
export function priceIn({ numerator, denominator }: PoolState, tokenDecimals: number, quote: Quote): UsdPrice | undefined {
  if (denominator === 0n || numerator === 0n) return undefined
  return (numerator * quote.price * 10n ** BigInt(tokenDecimals)) / (denominator * 10n ** BigInt(quote.decimals))
}

/** The middle one of an odd number of prices. A price that holds for less than half of the samples cannot become it. */
export function medianOf(prices: readonly UsdPrice[]): UsdPrice | undefined {
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** A price as the wire has it: the number nearest to it. */
export const priceAsNumber = (price: UsdPrice): number => Number(formatUnits(price, 18))
