import type { Address } from 'viem'
import { evmReader } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'

/** What a name service says of an address. */
export type Named = { readonly name: string | null; readonly avatar: string | null }

/**
 * The chain whose name service answers: Ethereum itself where it is configured, else the first chain that has one.
 *
 * @returns undefined when there is none
 */
export const ensChainOf = (chains: readonly Chain[]): Chain | undefined => {
  const served = chains.filter((chain) => chain.ens && isServed(chain))
  return served.find(({ caipNetworkId }) => caipNetworkId === 'eip155:1') ?? served[0]
}

/**
 * The primary name of an address (ENSIP-3, and that the name stands for the address, too) and its picture (ENSIP-12, where it is a plain https
 * address: what lies behind other kinds would have to be fetched).
 *
 * @throws NodeError when the chain cannot be asked
 */
export async function ensNameOf(ask: AskChain, chain: Chain, address: string): Promise<Named> {
  const reader = evmReader(ask, chain)
  const universalResolverAddress = chain.ens?.universalResolver as Address
  const name = await reader.getEnsName({ address: address as Address, universalResolverAddress })
  if (!name) return { name: null, avatar: null }
  const avatar = await reader.getEnsText({ name, key: 'avatar', universalResolverAddress })
  return { name, avatar: avatar?.startsWith('https://') ? avatar : null }
}
