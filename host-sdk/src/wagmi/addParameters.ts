import type { AddEthereumChainParameter, Chain } from 'viem'

/** What the caller of wagmi's `switchChain` may say instead of what the chain says; wagmi's own name for it is not exported. */
export type AddedChain = {
  readonly [Key in Exclude<keyof AddEthereumChainParameter, 'chainId'>]?: AddEthereumChainParameter[Key] | undefined
}

/**
 * What a wallet that does not know a chain is asked to add (EIP-3085), as wagmi's own connectors ask it.
 *
 * @param said by the caller of `switchChain`; it wins
 */
export function addParameters(chain: Chain, said: AddedChain = {}): AddEthereumChainParameter {
  const { default: explorer, ...others } = chain.blockExplorers ?? {}
  const explorers = said.blockExplorerUrls ?? (explorer && [explorer.url, ...Object.values(others).map(({ url }) => url)])
  return {
    chainId: `0x${chain.id.toString(16)}`,
    chainName: said.chainName ?? chain.name,
    nativeCurrency: said.nativeCurrency ?? chain.nativeCurrency,
    rpcUrls: said.rpcUrls?.length ? said.rpcUrls : chain.rpcUrls.default.http,
    ...(explorers && { blockExplorerUrls: explorers }),
    ...(said.iconUrls && { iconUrls: said.iconUrls }),
  }
}
