import type { Chain } from '../config/chains.js'
import { type PriceProvider, toUsdPrice, type UsdPrice } from './priceProvider.js'

/** Tokens that stand for a fixed number of US dollars, by the operator's word. By address as it is configured, EVM addresses in lower case. */
export function peggedTokens(chain: Chain): ReadonlyMap<string, UsdPrice> {
  const isEvm = chain.caipNetworkId.startsWith('eip155:')
  return new Map(
    (chain.tokens ?? []).flatMap(({ address, peg }) => (peg ? [[isEvm ? address.toLowerCase() : address, toUsdPrice(peg)] as const] : [])),
  )
}

/** Prices that the operator fixed. */
export const fixedPrices: PriceProvider = {
  name: 'configuration',
  serves: (chain) => chain.tokens?.some(({ peg }) => peg !== undefined) ?? false,
  pricesOf: async ({ chain, tokens }) => {
    const pegged = peggedTokens(chain)
    return new Map(tokens.flatMap((token) => (pegged.has(token) ? [[token, pegged.get(token) as UsdPrice] as const] : [])))
  },
}
