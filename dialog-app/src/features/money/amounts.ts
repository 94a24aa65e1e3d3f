import { toDecimal } from '../../lib/format.js'
import { currency, money, valueDecimals } from './constants.js'

/**
 * A decimal number as text in the smallest unit: `('1.5', 6)` is `1500000n`. Exact.
 *
 * @returns undefined for what is no such number, or has more digits than the unit
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/** A value or a price of the server's in millionths, which add up exactly. */
export function toMillionths(value: number): bigint {
  return BigInt(Math.round(value * 10 ** valueDecimals))
}

/**
 * A value for users: cut to 2 decimals, never rounded up. What is there but too small to show reads `<$0.01`.
 *
 * @param value in millionths of the currency
 */
export function formatValue(value: bigint, locale = 'en'): string {
  const numbers = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: money.fiatDigits,
    maximumFractionDigits: money.fiatDigits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  const smallest = 10n ** BigInt(valueDecimals - money.fiatDigits)
  if (value > 0n && value < smallest) return `<${numbers.format(10 ** -money.fiatDigits)}`
  // Intl takes decimal strings exactly (ES2023); the type of `format` does not say so yet.
  return numbers.format(toDecimal(value, valueDecimals) as unknown as number)
}
