import type { OnrampAmount, OnrampQuote, PaymentMethod } from '@latchkey/protocol'
import { formatAmount, parseAmount } from '../../features/money/amounts.js'
import { cents, readMoney } from '../../features/money/buy/choices.js'
import { toDecimal } from '../../lib/format.js'

/** Digits that a bought amount has in the answer, at most. */
const finest = 36

/** Money for users: whole where there are no cents, unless `exact`. Pure. */
export function formatMoney(amount: bigint, currency: string, locale: string, exact = false): string {
  const whole = !exact && amount % 100n === 0n
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: whole ? 0 : cents,
    maximumFractionDigits: whole ? 0 : cents,
  })
  // Intl takes decimal strings exactly (ES2023); the type of `format` does not say so yet.
  return format.format(toDecimal(amount, cents) as unknown as number)
}

/** The limit of a way to pay. Pure. */
export const formatLimit = (text: string, currency: string, locale: string): string => formatMoney(readMoney(text) ?? 0n, currency, locale)

/** An amount of a coin, from the answer's text. Pure. */
export function formatCoins({ amount, currency }: OnrampAmount, locale: string): string {
  const [, fraction = ''] = amount.split('.')
  const decimals = Math.min(fraction.length, finest)
  const units = parseAmount(amount, decimals) ?? 0n
  // Small amounts of a dear coin keep enough digits to be told apart.
  const digits = units >= 10n ** BigInt(decimals) ? 3 : 6
  const shown = decimals > digits ? units / 10n ** BigInt(decimals - digits) : units
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
  return `${format.format(toDecimal(shown, Math.min(decimals, digits)) as unknown as number)} ${currency}`
}

/** What the account has more than before. Pure. */
export const formatGain = ({ amount, decimals, symbol }: { amount: bigint; decimals: number; symbol: string }, locale: string): string =>
  `${formatAmount(amount, decimals, locale)} ${symbol}`

/** What the provider and the network take, as far as the quote says. Pure. */
export function feesOf({ paymentTotal, paymentSubtotal, networkFee }: OnrampQuote) {
  const [total, subtotal, network] = [paymentTotal, paymentSubtotal, networkFee].map(({ amount }) => readMoney(amount))
  if (total === undefined || subtotal === undefined || network === undefined || total < subtotal + network) return undefined
  return { provider: total - subtotal - network, network }
}

/** A dollar coin is a dollar, also in an estimate; of other coins the amount says nothing. Pure. */
export const isDollar = (symbol: string, currency: string): boolean => currency === 'USD' && /USD|^DAI$/.test(symbol)

/** Whether money arrives at once by this way to pay. Pure. */
export const isInstant = ({ id }: PaymentMethod): boolean => !/ach|bank|sepa/i.test(id)
