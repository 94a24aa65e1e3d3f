import type { OnrampQuote } from '@latchkey/protocol'
import { priceScale, toUsdPrice } from '../prices/priceProvider.js'
import { decimalOf } from './sandboxQuote.js'

const cent = priceScale / 100n
const ceil = (value: bigint, by: bigint) => (value + by - 1n) / by

/**
 * What has to be paid to get so many coins, by the quote for another payment: the price and the fee in per cent are the same, and so is the network's fee.
 * Pure.
 *
 * @param wanted a decimal number of coins
 * @returns a decimal number with two digits of a fraction, rounded up
 */
export function paymentFor(wanted: string, { paymentTotal, paymentSubtotal, networkFee, purchaseAmount }: OnrampQuote): string {
  const [total, subtotal, fee, bought] = [paymentTotal, paymentSubtotal, networkFee, purchaseAmount].map(({ amount }) => toUsdPrice(amount))
  if (!total || !subtotal || !bought) return paymentTotal.amount
  const coins = ceil(toUsdPrice(wanted) * subtotal, bought) + (fee ?? 0n)
  return decimalOf(ceil(ceil(coins * total, subtotal + (fee ?? 0n)), cent), 2, 2)
}
