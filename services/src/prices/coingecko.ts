import { z } from 'zod'
import { fetchJson } from '../http/fetchJson.js'
import { chainNames } from './chainNames.js'
import { nativeCoin, type PriceProvider, usdPriceOf } from './priceProvider.js'

/** Tokens of one question, by the limit of its paid plans; the free one is asked token by token. */
const mostTokens = 100

const answer = z.record(z.string(), z.object({ usd: z.number().positive().optional() }))

export type CoingeckoSettings = {
  /** Left out: the public address of the plan. */
  readonly url?: string | undefined
  readonly key: string
  readonly plan: 'demo' | 'pro'
}

const plans = {
  demo: { url: 'https://api.coingecko.com/api/v3', header: 'x-cg-demo-api-key', tokens: 1 },
  pro: { url: 'https://pro-api.coingecko.com/api/v3', header: 'x-cg-pro-api-key', tokens: mostTokens },
} as const

/** Prices of CoinGecko: `/simple/price` for coins and `/simple/token_price/{platform}` for tokens, with the operator's key. */
export function coingeckoPrices(settings: CoingeckoSettings): PriceProvider {
  const plan = plans[settings.plan]
  const base = (settings.url ?? plan.url).replace(/\/$/, '')
  const ask = async (path: string, query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(`${base}${path}?${new URLSearchParams({ ...query, vs_currencies: 'usd', precision: 'full' })}`)
    return answer.parse(await fetchJson('CoinGecko', url, { signal, headers: { [plan.header]: settings.key } }))
  }
  return {
    name: 'coingecko',
    serves: (chain) => chainNames(chain) !== undefined,
    most: plan.tokens,
    pricesOf: async ({ chain, tokens, signal }) => {
      const names = chainNames(chain)
      if (!names) return new Map()
      const { coin, platform } = names.coingecko
      const nothing: z.infer<typeof answer> = {}
      const contracts = tokens.filter((token) => token !== nativeCoin)
      const [ofCoin, ofContracts] = await Promise.all([
        tokens.includes(nativeCoin) ? ask('/simple/price', { ids: coin }, signal) : nothing,
        contracts.length > 0 ? ask(`/simple/token_price/${platform}`, { contract_addresses: contracts.join(',') }, signal) : nothing,
      ])
      return new Map(
        tokens.flatMap((token) => {
          // It answers EVM addresses in lower case, as we ask them.
          const price = (token === nativeCoin ? ofCoin[coin] : ofContracts[token])?.usd
          return price === undefined ? [] : [[token, usdPriceOf(price)] as const]
        }),
      )
    },
  }
}
