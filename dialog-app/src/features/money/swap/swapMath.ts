import type { LiveQuote } from '../../../state/swap.js'
import { readAmount } from '../amounts.js'
import { swapLimits, whole } from './swapLimits.js'

/** The least that may arrive. Pure. @param slippage hundredths of a percent */
export const leastOf = (amountOut: bigint, slippage: number): bigint => (amountOut * (whole - BigInt(slippage))) / whole

/**
 * Hundredths of a percent that are lost to the price: what the provider says, or what the values say if that is more. Pure.
 *
 * @param sold, @param bought values in millionths of the currency
 * @returns undefined when neither is known
 */
export function impactOf(told: number | undefined, sold: bigint | undefined, bought: bigint | undefined): number | undefined {
  if (!sold || bought === undefined) return told
  const lost = sold > bought ? Number(((sold - bought) * whole) / sold) : 0
  return Math.max(told ?? 0, lost)
}

/** What may be sold when all of it is wanted: of the native coin the fee stays behind. Pure. */
export function mostToSell(
  balance: bigint,
  isNative: boolean,
  { gasPrice = 0n, dataFee }: { readonly gasPrice: bigint | undefined; readonly dataFee: bigint },
  quote: LiveQuote | undefined,
): bigint {
  if (!isNative) return balance
  const reserved = swapLimits.reservedGas * gasPrice + dataFee
  const kept = (quote?.fee ?? 0n) > reserved ? (quote?.fee ?? 0n) : reserved
  return balance > kept ? balance - kept : 0n
}

/** Slippage as it was typed, in hundredths of a percent; undefined for what is none, or out of bounds. Pure. */
export function parseSlippage(text: string): number | undefined {
  const written = readAmount(text, 2, '%')
  const isInBounds = written !== undefined && written >= swapLimits.leastSlippage && written <= swapLimits.mostSlippage
  return isInBounds ? Number(written) : undefined
}
