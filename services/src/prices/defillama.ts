import { z } from 'zod'
import { fetchJson } from '../http/fetchJson.js'
import { chainNames } from './chainNames.js'
import { nativeCoin, type PriceProvider, usdPriceOf } from './priceProvider.js'

/** Its own measure, 0 to 1, of how sure it is of a price. */
const leastConfidence = 0.9
/** Seconds after which a price is no price of today. */
const oldest = 3_600
/** Tokens of one question: its address must stay below what servers accept. */
const mostTokens = 80

const answer = z.object({
  coins: z.record(z.string(), z.object({ price: z.number().positive(), timestamp: z.number(), confidence: z.number().default(1) })),
})

/**
 * Prices of DefiLlama (`/prices/current/{chain}:{address},…` of its coins API), which asks for no key.
 *
 * @param url base URL, `https://coins.llama.fi` or a place of the operator's
 * @param now milliseconds
 */
export function defillamaPrices(url: string, now: () => number = Date.now): PriceProvider {
  return {
    name: 'defillama',
    serves: (chain) => chainNames(chain) !== undefined,
    most: mostTokens,
    pricesOf: async ({ chain, tokens, signal }) => {
      const names = chainNames(chain)
      if (!names) return new Map()
      const idOf = (token: string) => (token === nativeCoin ? `coingecko:${names.coingecko.coin}` : `${names.defillama}:${token}`)
      const asked = new URL(`${url.replace(/\/$/, '')}/prices/current/${tokens.map(idOf).map(encodeURIComponent).join(',')}`)
      const { coins } = answer.parse(await fetchJson('DefiLlama', asked, { signal }))
      return new Map(
        tokens.flatMap((token) => {
          const found = coins[idOf(token)]
          if (!found || found.confidence < leastConfidence || now() / 1_000 - found.timestamp > oldest) return []
          return [[token, usdPriceOf(found.price)] as const]
        }),
      )
    },
  }
}
