import { readDecimal } from '@latchkey/protocol'
import { formatBalance, toDecimal } from '../../lib/format.js'
import { asNumbers, type Numbers } from '../../lib/numbers.js'
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

/** One more than a chain can count. */
const uncountable = 2n ** 256n

/**
 * An amount that a user typed or a page wrote, in the smallest unit. Exact: see {@link readDecimal}.
 *
 * @param unit what may stand beside it: the token's symbol, or the currency's code
 * @returns undefined for what is no such number, or has more digits than the unit
 */
export function readAmount(text: string, decimals: number, unit?: string): bigint | undefined {
  const amount = parseAmount(readDecimal(text, unit) ?? '', decimals)
  return amount !== undefined && amount < uncountable ? amount : undefined
}

/** A number with so many decimals, cut. Its digits are read as text: multiplied, 1.1 would become a little less or more. */
function cutNumber(value: number, decimals: number): bigint {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const places = decimals + Number(exponent) - fraction.length
  const all = BigInt(whole + fraction)
  return places < 0 ? all / 10n ** BigInt(-places) : all * 10n ** BigInt(places)
}

/** A price of the server's in millionths, cut. One below a millionth is zero: amounts times a price that is too high would be worth too much. */
export function toMillionths(price: number): bigint {
  return cutNumber(price, valueDecimals)
}

/** A value of the server's in millionths, which add up exactly: cut, but what is there counts as at least one of them. */
export function toValue(value: number): bigint {
  const millionths = toMillionths(value)
  return value > 0 && millionths === 0n ? 1n : millionths
}

/**
 * What an amount is worth, in millionths of the currency, rounded down, but not to nothing: who pays a little is not told that it costs none. Pure.
 *
 * @param amount in the smallest unit
 * @param price of one token, in millionths
 * @returns undefined without a price, or with one too low to count with
 */
export function worthOf(amount: bigint, { decimals }: { readonly decimals: number }, price: bigint | undefined): bigint | undefined {
  if (!price) return undefined
  const worth = (amount * price) / 10n ** BigInt(decimals)
  return worth === 0n && amount > 0n ? 1n : worth
}

/** Digits before the decimal point that a line has room for; what has more is written as a power of ten. */
const mostDigits = 15

/**
 * An amount for a line of a list: as {@link formatBalance}, and what no line has room for as a power of ten. Never rounded up.
 *
 * @param amount in the smallest unit
 * @param fractionDigits at most so many behind the decimal point
 */
export function formatAmount(
  amount: bigint,
  decimals: number,
  locale: string | Numbers = 'en',
  fractionDigits: number = money.amountDigits,
): string {
  if (amount < 10n ** BigInt(decimals + mostDigits)) return formatBalance(amount, decimals, { locale, fractionDigits })
  const numbers = asNumbers(locale)({
    notation: 'scientific',
    maximumFractionDigits: money.amountDigits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  return numbers.format(toDecimal(amount, decimals) as unknown as number)
}

/** From here on, in millionths, a line of a list has room for a short form only: a billion. */
const longValue = 10n ** 15n

/**
 * A value for users: cut to 2 decimals, never rounded up. What is there but too small to show reads `<$0.01`.
 *
 * @param value in millionths of the currency
 * @param short billions as `$1.23B`
 */
export function formatValue(value: bigint, locale: string | Numbers = 'en', short = false): string {
  const numbers = asNumbers(locale)({
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: money.fiatDigits,
    maximumFractionDigits: money.fiatDigits,
    roundingMode: 'trunc',
    ...(short && value >= longValue && { notation: 'compact' }),
  } as Intl.NumberFormatOptions)
  const smallest = 10n ** BigInt(valueDecimals - money.fiatDigits)
  if (value > 0n && value < smallest) return `<${numbers.format(10 ** -money.fiatDigits)}`
  // Intl takes decimal strings exactly (ES2023); the type of `format` does not say so yet.
  return numbers.format(toDecimal(value, valueDecimals) as unknown as number)
}

/** A price for users, as {@link formatValue}: what has a price costs something, however little. */
export const formatPrice = (price: bigint, locale: string | Numbers = 'en'): string => formatValue(price || 1n, locale)

/** Millionths: what changes are counted in. One of them is a ten-thousandth of a per cent. */
const changeDecimals = 6
/** A hundredth of a per cent: what is less is shown as no change. */
const leastChange = 100n
/** From a thousand per cent on, a line has room for a short form only. */
const longChange = 10n ** 7n

/** Whether something rose or fell by as much as is shown. */
export function changeDirection(change: bigint): 'up' | 'down' | 'same' {
  if (change >= leastChange) return 'up'
  return change <= -leastChange ? 'down' : 'same'
}

/**
 * How much something changed, in per cent with 2 decimals, never more than it was: `+1.24%`, `−0.91%`, `0.00%`.
 *
 * @param change in millionths of what it was
 * @param signed with its sign
 */
export function formatChange(change: bigint, locale: string | Numbers = 'en', signed = true): string {
  const size = change < 0n ? -change : change
  const numbers = asNumbers(locale)({
    style: 'percent',
    minimumFractionDigits: money.changeDigits,
    maximumFractionDigits: money.changeDigits,
    roundingMode: 'trunc',
    ...(size >= longChange && { notation: 'compact' }),
  } as Intl.NumberFormatOptions)
  const text = numbers.format(toDecimal(size, changeDecimals) as unknown as number)
  const direction = changeDirection(change)
  if (!signed || direction === 'same') return text
  return `${direction === 'up' ? '+' : '−'}${text}`
}

/** A change that the server gave in per cent, in millionths of what it was. */
export const toChange = (percent: number): bigint => cutNumber(percent, changeDecimals - 2)

/**
 * An amount that was moved, with exactly 3 decimals: cut, never rounded up. What is there but too small to show reads `<0.001`.
 *
 * @param amount in units of `decimals` decimals
 */
export function formatTransfer(amount: bigint, decimals: number, locale: string | Numbers = 'en'): string {
  if (amount >= 10n ** BigInt(decimals + mostDigits)) return formatAmount(amount, decimals, locale)
  const numbers = asNumbers(locale)({
    minimumFractionDigits: money.amountDigits,
    maximumFractionDigits: money.amountDigits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  const tooSmall = amount > 0n && amount * 10n ** BigInt(money.amountDigits) < 10n ** BigInt(decimals)
  return tooSmall ? `<${numbers.format(10 ** -money.amountDigits)}` : numbers.format(toDecimal(amount, decimals) as unknown as number)
}
