import { limits } from '@latchkey/protocol'
import { asNumbers, type Numbers } from './numbers.js'

/**
 * An address as users read it: `0x12ab…cdef`. Short ones stay whole.
 *
 * @param lead characters kept at the start, @param trail characters kept at the end
 */
export function shortAddress(address: string, lead = 6, trail = 4): string {
  return address.length <= lead + trail + 1 ? address : `${address.slice(0, lead)}…${address.slice(-trail)}`
}

/** For activity rows. */
export function activityAddress(address: string): string {
  return shortAddress(address, limits.addressHead, limits.addressTail)
}

/**
 * A display name made of an email: at most 30 characters, then `...`. Short ones stay whole.
 */
export function shortEmail(email: string): string {
  return email.length <= limits.emailNameMaximum ? email : `${email.slice(0, limits.emailNameMaximum)}...`
}

/**
 * An amount in base units as a decimal string with all its digits: `(1500000n, 6)` is `1.5`. Never goes through a float.
 */
export function toDecimal(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals > 0 ? digits.slice(-decimals).replace(/0+$/, '') : ''
  return `${sign}${whole}${fraction && `.${fraction}`}`
}

export type AmountOptions = { readonly locale?: string | Numbers | undefined; readonly fractionDigits?: number }

/**
 * A balance for users: cut (never rounded up, nobody is shown money they do not have) to 3 decimals, grouped for the locale.
 * What is there but too small to show reads `<0.001`.
 *
 * @param value base units, @param decimals of the currency
 */
export function formatBalance(value: bigint, decimals: number, options: AmountOptions = {}): string {
  const { locale = 'en', fractionDigits = 3 } = options
  const numbers = asNumbers(locale)({
    maximumFractionDigits: fractionDigits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  const smallest = decimals > fractionDigits ? 10n ** BigInt(decimals - fractionDigits) : 1n
  if (value > 0n && value < smallest) return `<${numbers.format(10 ** -fractionDigits)}`
  // Intl takes decimal strings exactly (ES2023); the type of `format` does not say so yet.
  return numbers.format(toDecimal(value, decimals) as unknown as number)
}
