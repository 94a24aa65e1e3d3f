import { formatBalance } from '../../lib/format.js'
import type { Numbers } from '../../lib/numbers.js'

/** Most digits after the decimal point of an amount that a user confirms: practically all. */
const digits = 18

/**
 * Formats an amount that a user confirms: without rounding.
 *
 * @param amount in the smallest unit
 * @example
 * exactAmount(1_234_567n, 6) // '1.234567'
 */
export const exactAmount = (amount: bigint, decimals: number, locale: string | Numbers = 'en'): string =>
  formatBalance(amount, decimals, { locale, fractionDigits: Math.min(decimals, digits) })
