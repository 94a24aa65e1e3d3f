import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import type { SolanaNames } from './solanaNames.js'
import { listedTokens, type TokenFacts } from './tokenFacts.js'
import { tokenPrograms } from './tokenPrograms.js'

const mint = z.object({
  owner: z.enum(tokenPrograms),
  data: z.object({ parsed: z.object({ type: z.literal('mint'), info: z.object({ decimals: z.int().min(0).max(255) }) }) }),
})
const accounts = z.object({ value: z.array(z.unknown()) })
/** `getMultipleAccounts` takes a hundred, as many as a question about prices. */
const most = 100

/**
 * What the chain and the operator say of mints of Solana. As on EVM chains a token needs no name: one whose decimals nobody tells is left out, as its amounts
 * mean nothing.
 */
export const mintFacts =
  (ask: AskChain, names: SolanaNames) =>
  async (chain: Chain, mints: readonly string[]): Promise<ReadonlyMap<string, TokenFacts>> => {
    const listed = listedTokens(chain)
    const unknown = [...new Set(mints)].filter((one) => !listed.has(one)).slice(0, most)
    if (unknown.length === 0) return listed
    const [answer, named] = await Promise.all([
      ask(chain.caipNetworkId, 'getMultipleAccounts', [unknown, { encoding: 'jsonParsed' }]),
      names(chain, unknown),
    ])
    const { value } = accounts.parse(answer)
    const own = unknown.flatMap((address, index): [string, TokenFacts][] => {
      const read = mint.safeParse(value[index])
      const { name = '', symbol = '' } = named.get(address) ?? {}
      return read.success ? [[address, { address, name, symbol, decimals: read.data.data.parsed.info.decimals, listed: false }]] : []
    })
    return new Map([...listed, ...own])
  }
