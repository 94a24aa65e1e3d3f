/** Fee of a Uniswap v2 pair, in millionths. */
export const pairFee = 3_000

/**
 * What a Uniswap v2 pair gives for an amount, as its router counts it: the product of the reserves stays, after 0.3 % of what comes in.
 *
 * @returns 0n for a pair without reserves
 */
export function pairAmountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  if (reserveIn <= 0n || reserveOut <= 0n) return 0n
  const afterFee = amountIn * 997n
  return (afterFee * reserveOut) / (reserveIn * 1_000n + afterFee)
}
