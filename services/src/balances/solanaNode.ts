import { z } from 'zod'
import { lamports } from '../chainReads/lamports.js'
import { listedTokens, shownText, type TokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import type { BalanceProvider } from './balanceProvider.js'

/** Both programs that keep tokens: the first, and Token-2022 with its extensions. */
const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const
/** Mints read in one call, by the limit of `getMultipleAccounts`. */
const mintsAtOnce = 100

const amount = z.string().regex(/^\d{1,20}$/)
const coin = z.object({ value: lamports })
const tokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ mint: z.string(), tokenAmount: z.object({ amount, decimals: z.int().min(0).max(255) }) }),
          }),
        }),
      }),
    }),
  ),
})
const metadata = z.object({ extension: z.literal('tokenMetadata'), state: z.object({ name: z.string(), symbol: z.string() }) })
const mintAccounts = z.object({
  value: z.array(
    z
      .object({
        data: z.union([
          z.object({ parsed: z.object({ info: z.object({ extensions: z.array(z.unknown()).optional() }) }) }),
          z.unknown().transform(() => null),
        ]),
      })
      .nullable(),
  ),
})

type Named = Pick<TokenFacts, 'name' | 'symbol'>

/** Names that mints of Token-2022 carry themselves (extension "token metadata"). */
async function namesOf(ask: AskChain, chain: Chain, mints: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const names = new Map<string, Named>()
  for (let from = 0; from < mints.length; from += mintsAtOnce) {
    const some = mints.slice(from, from + mintsAtOnce)
    const { value } = mintAccounts.parse(await ask(chain.caipNetworkId, 'getMultipleAccounts', [some, { encoding: 'jsonParsed' }]))
    for (const [index, account] of value.entries()) {
      const mint = some[index]
      const found = (account?.data?.parsed.info.extensions ?? []).flatMap((extension) => metadata.safeParse(extension).data ?? [])[0]
      if (mint && found) names.set(mint, { name: shownText(found.state.name), symbol: shownText(found.state.symbol) })
    }
  }
  return names
}

/** Balances from a Solana node: the native coin, and every token account of the address added up by mint. */
export const solanaNodeBalances = (ask: AskChain): BalanceProvider => ({
  name: 'node',
  serves: (chain) => chain.caipNetworkId.startsWith('solana:') && isServed(chain),
  holdingsOf: async ({ chain, address, tokens }) => {
    const accountsOf = async (programId: string) =>
      tokenAccounts.parse(await ask(chain.caipNetworkId, 'getTokenAccountsByOwner', [address, { programId }, { encoding: 'jsonParsed' }]))
        .value
    const [native, ...accounts] = await Promise.all([ask(chain.caipNetworkId, 'getBalance', [address]), ...programs.map(accountsOf)])
    const listed = listedTokens(chain)
    const held = new Map<string, { quantity: bigint; readonly decimals: number }>()
    for (const { account } of accounts.flat()) {
      const { mint, tokenAmount } = account.data.parsed.info
      const before = held.get(mint)?.quantity ?? 0n
      held.set(mint, { quantity: before + BigInt(tokenAmount.amount), decimals: tokenAmount.decimals })
    }
    for (const mint of tokens) {
      const known = listed.get(mint)
      if (known && !held.has(mint)) held.set(mint, { quantity: 0n, decimals: known.decimals })
    }
    const wanted = new Set(tokens)
    const shown = [...held].filter(([mint, { quantity }]) => quantity > 0n || wanted.has(mint))
    const unknown = shown.flatMap(([mint]) => (listed.has(mint) ? [] : [mint]))
    const names = unknown.length > 0 ? await namesOf(ask, chain, unknown) : new Map<string, Named>()
    return [
      { token: null, quantity: coin.parse(native).value },
      ...shown.map(([mint, { quantity, decimals }]) => {
        const named = names.get(mint) ?? { name: '', symbol: '' }
        return { token: listed.get(mint) ?? { address: mint, ...named, decimals, listed: false }, quantity }
      }),
    ]
  },
})
