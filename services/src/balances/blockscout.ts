import { z } from 'zod'
import { listedTokens, shownText, statedDecimals } from '../chainReads/tokenFacts.js'
import { fetchJson } from '../http/fetchJson.js'
import type { BalanceProvider } from './balanceProvider.js'

const quantity = z.string().regex(/^\d{1,78}$/)
const account = z.object({ coin_balance: quantity.nullable() })
const balances = z.array(
  z.object({
    token: z.object({
      /** Newer instances name it `address_hash`. */
      address: z.string().optional(),
      address_hash: z.string().optional(),
      name: z.string().nullable(),
      symbol: z.string().nullable(),
      /** Null where nothing can be divided by them. */
      decimals: z.unknown().optional().transform(statedDecimals),
      type: z.string(),
      icon_url: z.string().nullable().optional(),
      reputation: z.string().nullable().optional(),
    }),
    value: quantity,
  }),
)

/**
 * Balances of a Blockscout instance (REST API v2: `/addresses/{hash}` and `/addresses/{hash}/token-balances`), which knows every token that an
 * address ever got, without an index of ours. Tokens that it calls a scam are left out.
 */
export const blockscoutBalances: BalanceProvider = {
  name: 'blockscout',
  serves: (chain) => chain.blockscout !== undefined,
  holdingsOf: async ({ chain, address, tokens, signal }) => {
    const { url = '', key } = chain.blockscout ?? {}
    const at = (path: string) => {
      const whole = new URL(`${url.replace(/\/$/, '')}/api/v2/addresses/${address}${path}`)
      if (key) whole.searchParams.set('apikey', key)
      return fetchJson('Blockscout', whole, { signal })
    }
    const [coin, held] = await Promise.all([
      at('').then((value) => account.parse(value)),
      at('/token-balances').then((value) => balances.parse(value)),
    ])
    const listed = listedTokens(chain)
    const wanted = new Set(tokens)
    const found = held.flatMap(({ token, value }) => {
      const contract = (token.address_hash ?? token.address ?? '').toLowerCase()
      const { decimals } = token
      const isShown = token.type === 'ERC-20' && decimals !== null && /^0x[0-9a-f]{40}$/.test(contract)
      if (!isShown || (token.reputation && token.reputation !== 'ok')) return []
      const own = { address: contract, name: shownText(token.name ?? ''), symbol: shownText(token.symbol ?? ''), decimals, listed: false }
      const facts = listed.get(contract) ?? { ...own, ...(token.icon_url ? { logo: token.icon_url } : {}) }
      return [{ token: facts, quantity: BigInt(value) }]
    })
    const absent = [...wanted].flatMap((contract) => {
      const facts = listed.get(contract)
      return facts && !found.some(({ token }) => token.address === contract) ? [{ token: facts, quantity: 0n }] : []
    })
    return [
      { token: null, quantity: BigInt(coin.coin_balance ?? '0') },
      ...found.filter(({ token, quantity: held }) => held > 0n || wanted.has(token.address)),
      ...absent,
    ]
  },
}
