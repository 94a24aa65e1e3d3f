import { type Address, type ContractFunctionParameters, parseAbi } from 'viem'
import { type EvmReader, type ReadAnswer, readMany } from '../../chainReads/evmReader.js'
import { v2PairAbi, v3PoolAbi } from '../../chainReads/uniswap.js'
import type { Chain } from '../../config/chains.js'
import type { Exchange, Pool } from './findPools.js'
import { pairAmountOut } from './pairMath.js'

// QuoterV2 says no view, because it swaps and reverts: a call that nobody sends is all the same.
const quoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96)) view returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 ticksCrossed, uint256 gasEstimate)',
])
const v2RouterAbi = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])

/** Square roots of prices that a v3 pool's swap ends at when nobody trades any more. */
const lowestRoot = 4_295_128_739n
const highestRoot = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

/** One trade in one pool. */
export type Hop = { readonly pool: Pool; readonly tokenIn: string; readonly tokenOut: string }
export type AskedHop = { readonly hop: Hop; readonly amountIn: bigint }
/** `gas`: what the pool's own quoter says that the trade costs; undefined where there is none. */
export type HopQuote = { readonly amountOut: bigint; readonly gas: bigint | undefined }

/** Whether this is the first token of the pool, by the order that Uniswap has for them. */
const sellsFirst = ({ pool, tokenIn }: Hop) => pool.tokens[0] === tokenIn

function readOf({ hop, amountIn }: AskedHop, { v2, v3 }: Exchange): ContractFunctionParameters {
  const [tokenIn, tokenOut] = [hop.tokenIn as Address, hop.tokenOut as Address]
  if (hop.pool.version === 'v3') {
    const question = { tokenIn, tokenOut, amountIn, fee: hop.pool.fee, sqrtPriceLimitX96: 0n }
    return { address: v3?.quoter as Address, abi: quoterAbi, functionName: 'quoteExactInputSingle', args: [question] }
  }
  if (v2?.quoter) return { address: v2.quoter, abi: v2RouterAbi, functionName: 'getAmountsOut', args: [amountIn, [tokenIn, tokenOut]] }
  return { address: hop.pool.address, abi: v2PairAbi, functionName: 'getReserves' }
}

function quoteOf({ hop, amountIn }: AskedHop, answer: ReadAnswer | undefined): HopQuote | undefined {
  if (answer?.status !== 'success') return undefined
  if (hop.pool.version === 'v3') {
    const [amountOut, rootAfter, , gas] = answer.result as readonly [bigint, bigint, number, bigint]
    // The pool ran out of the other token, and takes a part of the amount only.
    const isEmpty = rootAfter <= lowestRoot + 1n || rootAfter >= highestRoot - 1n
    return amountOut > 0n && !isEmpty ? { amountOut, gas } : undefined
  }
  const values = answer.result as readonly bigint[]
  const [reserve0 = 0n, reserve1 = 0n] = values
  const isRouters = values.length === 2
  const amountOut = isRouters
    ? reserve1
    : sellsFirst(hop)
      ? pairAmountOut(amountIn, reserve0, reserve1)
      : pairAmountOut(amountIn, reserve1, reserve0)
  return amountOut > 0n ? { amountOut, gas: undefined } : undefined
}

/**
 * What pools give for amounts: by the pools' own contracts for this, and by our own arithmetic only where there is none. One call to the node.
 *
 * @returns in the order of the question; undefined for a pool that cannot trade the amount
 * @throws NodeError
 */
export async function quoteHops(
  chain: Chain,
  reader: EvmReader,
  exchange: Exchange,
  asked: readonly AskedHop[],
): Promise<readonly (HopQuote | undefined)[]> {
  const answers = await readMany(
    chain,
    reader,
    asked.map((one) => readOf(one, exchange)),
  )
  return asked.map((one, index) => (one.amountIn > 0n ? quoteOf(one, answers[index]) : undefined))
}

/** A price as a fraction, because neither side fits a float. */
type Fraction = { readonly top: bigint; readonly bottom: bigint }

/**
 * What pools would give for the smallest amount, after their fee: one unit is `top / bottom` units.
 *
 * @returns in the order of the hops; undefined for a pool that does not tell
 * @throws NodeError
 */
export async function spotPrices(chain: Chain, reader: EvmReader, hops: readonly Hop[]): Promise<readonly (Fraction | undefined)[]> {
  const answers = await readMany(
    chain,
    reader,
    hops.map(({ pool: { version, address } }) =>
      version === 'v2'
        ? ({ address, abi: v2PairAbi, functionName: 'getReserves' } as const)
        : ({ address, abi: v3PoolAbi, functionName: 'slot0' } as const),
    ),
  )
  return hops.map((hop, index) => {
    const answer = answers[index]
    if (answer?.status !== 'success') return undefined
    const [first, second] = answer.result as readonly [bigint, bigint]
    const [amount0, amount1] = hop.pool.version === 'v2' ? [first, second] : [2n ** 192n, first * first]
    const [sold, bought] = sellsFirst(hop) ? [amount0, amount1] : [amount1, amount0]
    if (sold <= 0n || bought <= 0n) return undefined
    return { top: bought * BigInt(1_000_000 - hop.pool.fee), bottom: sold * 1_000_000n }
  })
}
