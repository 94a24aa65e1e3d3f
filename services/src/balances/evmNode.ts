import type { Address } from 'viem'
import { evmReader } from '../chainReads/evmReader.js'
import { evmTokenFacts, listedTokens, type TokenMemory } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import type { BalanceProvider } from './balanceProvider.js'
import { tokenBalances } from './tokenBalances.js'

type Dependencies = {
  readonly ask: AskChain
  readonly memory: TokenMemory
  /** Contracts of tokens that an address ever moved, lower case. */
  readonly seenTokens: (chain: Chain, address: string) => Promise<readonly string[]>
}

/** Tokens asked for at once: more than anybody holds on purpose, and some 5 MB of a node's work. */
const mostTokens = 2_000

/**
 * Balances from an EVM chain's own node: the native coin, and in one call every token of the operator's list, every token that the address ever
 * moved, and every token that was asked for.
 */
export function evmNodeBalances({ ask, memory, seenTokens }: Dependencies): BalanceProvider {
  const balancesOf = tokenBalances()
  return {
    name: 'node',
    serves: (chain) => chain.caipNetworkId.startsWith('eip155:') && isServed(chain),
    holdingsOf: async ({ chain, address, tokens }) => {
      const reader = evmReader(ask, chain)
      const wanted = new Set(tokens)
      const candidates = [...new Set([...wanted, ...listedTokens(chain).keys(), ...(await seenTokens(chain, address))])].slice(
        0,
        mostTokens,
      )
      const holder = address as Address
      const [native, quantities] = await Promise.all([
        reader.getBalance({ address: holder }),
        balancesOf(chain, reader, candidates as Address[], holder),
      ])
      const held = candidates.flatMap((token, index) => {
        const quantity = quantities[index]
        return quantity !== undefined && (quantity > 0n || wanted.has(token)) ? [{ token, quantity }] : []
      })
      const facts = await evmTokenFacts(
        chain,
        reader,
        memory,
        held.map(({ token }) => token),
      )
      return [
        { token: null, quantity: native },
        ...held.flatMap(({ token, quantity }) => {
          const known = facts.get(token)
          return known ? [{ token: known, quantity }] : []
        }),
      ]
    },
  }
}
