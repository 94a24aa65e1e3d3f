import type { OnrampQuote, PaymentMethod } from '@latchkey/protocol'
import { priceScale, toUsdPrice } from '../prices/priceProvider.js'
import { OnrampError, type Purchase } from './onrampProvider.js'

/** What can be paid with, and how much. */
export const paymentMethods: readonly PaymentMethod[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** The sandbox takes 1.5 %, in thousandths. */
const fee = 15n
const cent = priceScale / 100n
const ceilCents = (value: bigint) => ((value + cent - 1n) / cent) * cent

/**
 * A fixed-point number as a decimal text.
 *
 * @param scale digits behind the point that `value` has
 * @param least digits that are written even if they are zeros
 */
export function decimalOf(value: bigint, scale: number, least = 0): string {
  const text = value.toString().padStart(scale + 1, '0')
  const fraction = text
    .slice(text.length - scale)
    .replace(/0+$/, '')
    .padEnd(least, '0')
  const whole = text.slice(0, text.length - scale)
  return fraction ? `${whole}.${fraction}` : whole
}
const money = (value: bigint, currency: string) => ({ amount: decimalOf(value / (priceScale / 100n), 2, 2), currency })

export type PriceOfCoin = {
  /** US dollars of one whole coin, times 10^18. */
  readonly price: bigint
  readonly decimals: number
  /** US dollars for the payout's transaction, times 10^18. */
  readonly network: bigint
  /** Units of the currency per US dollar, times 10^18. */
  readonly rate: bigint
}

/**
 * What a payment buys, after fees. Pure.
 *
 * @returns the quote, and the exact amount in the coin's smallest unit
 * @throws OnrampError 400 for a payment outside the method's limits, or one that the fees eat up
 */
export function quoteOf(
  { amount, currency, method, symbol }: Purchase,
  { price, decimals, network, rate }: PriceOfCoin,
  quoteId: string,
): { readonly quote: OnrampQuote; readonly units: bigint } {
  const limits = paymentMethods.find(({ id }) => id === method)
  if (!limits) throw new OnrampError(400, 'paymentMethod', 'Unsupported payment method')
  const total = toUsdPrice(amount)
  if (total < toUsdPrice(limits.min)) throw new OnrampError(400, 'amount', `The amount is below the limit of ${limits.min}`)
  if (total > toUsdPrice(limits.max)) throw new OnrampError(400, 'amount', `The amount is above the limit of ${limits.max}`)
  const networkFee = ceilCents((network * rate) / priceScale)
  const subtotal = total - ceilCents((total * fee) / 1_000n) - networkFee
  const units = subtotal > 0n ? (subtotal * priceScale * 10n ** BigInt(decimals)) / (rate * price) : 0n
  if (units === 0n) throw new OnrampError(400, 'amount', 'The amount does not cover the fees')
  return {
    units,
    quote: {
      paymentTotal: money(total, currency),
      paymentSubtotal: money(subtotal, currency),
      networkFee: money(networkFee, currency),
      purchaseAmount: { amount: decimalOf(units, decimals), currency: symbol },
      quoteId,
    },
  }
}
