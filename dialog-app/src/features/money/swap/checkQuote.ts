import type { CaipNetworkId, SwapQuote } from '@latchkey/protocol'
import type { SwapOrder } from '../../../api/swap.js'
import type { SwapToken } from '../../../state/swap.js'
import { AnotherAnswer } from './swapFailure.js'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The order of an amount of one token for another, as it is asked for. Pure. */
export const orderOf = (networkId: CaipNetworkId, from: SwapToken, to: SwapToken, amount: bigint): SwapOrder => ({
  from: `${networkId}:${from.address}`,
  to: `${to.networkId ?? networkId}:${to.address}`,
  amount,
})

/**
 * The quote, if it is for what was asked. Pure.
 *
 * @throws AnotherAnswer for another token or amount, and for nothing in return
 */
export function checkQuote(quote: SwapQuote, { from, to, amount }: SwapOrder): SwapQuote {
  const isAsked = same(quote.fromAccount, from) && same(quote.toAccount, to) && BigInt(quote.fromAmount) === amount
  if (!isAsked || BigInt(quote.toAmount) <= 0n) throw new AnotherAnswer('The quote is for something else')
  return quote
}
