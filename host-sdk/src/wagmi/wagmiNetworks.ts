import type { Chain } from 'viem'
import { type NetworkLike, networkId } from '../networkId.js'
import { evm } from '../provider/family.js'

/** The networks of a modal that wagmi creates: on EVM wagmi's chains and no others, beyond EVM the page's. */
export const wagmiNetworks = (chains: readonly Chain[], own: readonly NetworkLike[] = []): readonly NetworkLike[] => [
  ...chains,
  ...own.filter((network) => !String(networkId(network)).startsWith(`${evm}:`)),
]
