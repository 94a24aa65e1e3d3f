import type { Currency } from '@latchkey/protocol'
import { listedTokens } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { Prices } from './openPrices.js'
import { nativeCoin, priceScale, toUsdPrice, type UsdPrice } from './priceProvider.js'

/** How many units of a currency are one US dollar, times 10^18. */
export type Rate = bigint

/** The chains whose coin stands for a currency, and the symbol of its token elsewhere. */
const coins: Partial<Record<Currency, { readonly native: string; readonly token: string }>> = {
  eth: { native: 'ETH', token: 'WETH' },
  btc: { native: 'BTC', token: 'WBTC' },
}

/** Whether a currency is a coin, whose own price moves. */
export const isCoin = (currency: Currency): boolean => coins[currency] !== undefined

/**
 * Rates of currencies to the US dollar: of the operator's own table, and for coins from the price of the coin on the first chain that has one.
 *
 * @param table units per US dollar as decimal numbers, by currency
 * @returns a function that answers undefined for a currency without a known rate
 */
export function ratesOf(
  table: Readonly<Partial<Record<Currency, string>>>,
  chains: readonly Chain[],
  prices: Prices,
): (currency: Currency) => Promise<Rate | undefined> {
  const coinPrice = async ({ native, token }: { readonly native: string; readonly token: string }): Promise<UsdPrice | undefined> => {
    for (const chain of chains) {
      const listed = [...listedTokens(chain).values()].find(({ symbol }) => symbol === token)?.address
      const asked = chain.nativeCurrency.symbol === native ? nativeCoin : listed
      const price = asked && (await prices.of(chain, [asked])).get(asked)
      if (price) return price
    }
    return undefined
  }
  return async (currency) => {
    if (currency === 'usd') return priceScale
    const fixed = table[currency]
    if (fixed) return toUsdPrice(fixed)
    const coin = coins[currency]
    const price = coin && (await coinPrice(coin))
    return price ? (priceScale * priceScale) / price : undefined
  }
}
