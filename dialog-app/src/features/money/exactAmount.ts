import { formatBalance } from '../../lib/format.js'
import type { Numbers } from '../../lib/numbers.js'

/** Digits behind the decimal point of an amount that somebody says yes to: all of them, within reason. */
const digits = 18

/**
 * An amount that somebody says yes to: nothing of it is cut.
 *
 * @param amount in the smallest unit
 * @example
 * exactAmount(1_234_567n, 6) // '1.234567'
 */
export const exactAmount = (amount: bigint, decimals: number, locale: string | Numbers = 'en'): string =>
  formatBalance(amount, decimals, { locale, fractionDigits: Math.min(decimals, digits) })
