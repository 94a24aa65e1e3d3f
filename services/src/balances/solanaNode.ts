import { z } from 'zod'
import { lamports } from '../chainReads/lamports.js'
import type { SolanaNames } from '../chainReads/solanaNames.js'
import { listedTokens } from '../chainReads/tokenFacts.js'
import { tokenPrograms } from '../chainReads/tokenPrograms.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import type { BalanceProvider } from './balanceProvider.js'

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
/** Mints of one answer: each has a name and a price to be asked for, and anybody may send anybody accounts of any mint. */
const mostMints = 500

/** Balances from a Solana node: the native coin, and the token accounts of the address added up by mint. */
export const solanaNodeBalances = (ask: AskChain, names: SolanaNames): BalanceProvider => ({
  name: 'node',
  serves: (chain) => chain.caipNetworkId.startsWith('solana:') && isServed(chain),
  holdingsOf: async ({ chain, address, tokens }) => {
    const accountsOf = async (programId: string) =>
      tokenAccounts.parse(await ask(chain.caipNetworkId, 'getTokenAccountsByOwner', [address, { programId }, { encoding: 'jsonParsed' }]))
        .value
    const [native, ...accounts] = await Promise.all([ask(chain.caipNetworkId, 'getBalance', [address]), ...tokenPrograms.map(accountsOf)])
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
    // Where there are too many, NFTs and their likes go first, and what was asked for or is listed stays.
    const rankOf = (mint: string, decimals: number) => (wanted.has(mint) || listed.has(mint) ? 0 : decimals > 0 ? 1 : 2)
    const shown = [...held]
      .filter(([mint, { quantity }]) => quantity > 0n || wanted.has(mint))
      .sort(([one, { decimals }], [other, { decimals: others }]) => rankOf(one, decimals) - rankOf(other, others))
      .slice(0, mostMints)
    const named = await names(
      chain,
      shown.map(([mint]) => mint),
    )
    return [
      { token: null, quantity: coin.parse(native).value },
      ...shown.map(([mint, { quantity, decimals }]) => {
        const { name = '', symbol = '' } = named.get(mint) ?? {}
        return { token: listed.get(mint) ?? { address: mint, name, symbol, decimals, listed: false }, quantity }
      }),
    ]
  },
})
