import type { Chain } from '../config/chains.js'

/** US dollars of one whole token, times 10^18. Fixed point, because a price is multiplied with amounts that do not fit a float. */
export type UsdPrice = bigint
export const priceScale = 10n ** 18n

/** Names the native coin of a chain where token addresses are expected. */
export const nativeCoin = 'native'

export type PriceQuestion = {
  readonly chain: Chain
  /** Addresses as the chain's family writes them (lower case on EVM chains), or {@link nativeCoin}. */
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
}

/** Something that knows prices. A token without an entry has no price that can be trusted. */
export type PriceProvider = {
  /** Short name, for the header `x-source` and the log. */
  readonly name: string
  readonly serves: (chain: Chain) => boolean
  /** Most tokens of one question; left out: any number. */
  readonly most?: number
  /** @throws Error when it cannot be asked, or answers nonsense */
  readonly pricesOf: (question: PriceQuestion) => Promise<ReadonlyMap<string, UsdPrice>>
}

/**
 * The whole price in a decimal number's text as fixed point; digits beyond the 18th are cut.
 *
 * @example
 * toUsdPrice('2500.5') // 2500500000000000000000n
 */
export function toUsdPrice(text: string): UsdPrice {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * priceScale + BigInt(fraction.padEnd(18, '0').slice(0, 18))
}

/** Nobody pays so much for one token: it is no price. */
const impossible = 1e21

/** A price that a service gave as a JSON number: the digits that it wrote, not the binary fraction that stands for them. 0 for what is no price. */
export function usdPriceOf(price: number): UsdPrice {
  if (price >= impossible) return 0n
  return toUsdPrice(/e/.test(String(price)) ? price.toFixed(18) : String(price))
}
