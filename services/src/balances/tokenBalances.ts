import { codes } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import { type Address, erc20Abi } from 'viem'
import { type EvmReader, nodeErrorIn, readStrangers } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import { decodeBalances, encodeBalances, mostAtOnce } from './balancesCall.js'

/** Milliseconds after which a chain that did not know the short call is asked by it again. */
const refusedFor = 3_600_000

/**
 * Reads how much of each token an address has, in one call, or a few for very many tokens.
 *
 * @returns a function of tokens in lower case; it answers undefined for a contract that does not answer as a token does, and throws `NodeError` when
 *   the call as a whole was not answered
 */
export function tokenBalances() {
  const refused = new LRUCache<string, true>({ max: 10_000, ttl: refusedFor })

  const short = async ({ caipNetworkId }: Chain, reader: EvmReader, tokens: readonly Address[], holder: Address) => {
    if (refused.has(caipNetworkId)) return undefined
    try {
      const data = encodeBalances(tokens, holder)
      return decodeBalances(await reader.request({ method: 'eth_call', params: [{ data }, 'latest'] }), tokens.length)
    } catch (error) {
      const said = nodeErrorIn(error)
      // Who cannot be asked now would not answer another question either; who has a limit may, where this one was too much for it.
      if (said?.retryAfter !== undefined && said.code !== codes.limitExceeded) throw error
      return undefined
    }
  }

  /** Chains whose contracts are not made of bytecode, and nodes that run nothing without a receiver, know no such call. */
  const some = async (chain: Chain, reader: EvmReader, tokens: readonly Address[], holder: Address) => {
    const found = await short(chain, reader, tokens, holder)
    if (found) return found
    const reads = tokens.map((address) => [{ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] } as const])
    const answers = await readStrangers(chain, reader, reads)
    // Where tokens take all gas, the short call may have failed for them alone.
    if (answers.every((answer) => answer)) refused.set(chain.caipNetworkId, true)
    return answers.map((answer) => {
      const [read] = answer ?? []
      return read?.status === 'success' && typeof read.result === 'bigint' ? read.result : undefined
    })
  }

  return async (chain: Chain, reader: EvmReader, tokens: readonly Address[], holder: Address): Promise<readonly (bigint | undefined)[]> => {
    const parts = Array.from({ length: Math.ceil(tokens.length / mostAtOnce) }, (_, index) =>
      tokens.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
    )
    return (await Promise.all(parts.map((part) => some(chain, reader, part, holder)))).flat()
  }
}
