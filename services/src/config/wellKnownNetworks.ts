import {
  bitcoin,
  type CaipNetworkId,
  families,
  familyNetworks,
  type Network,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
} from '@latchkey/protocol'

/** What is known of a network without asking anybody. */
export type WellKnownNetwork = Pick<Network, 'name' | 'nativeCurrency' | 'network' | 'deprecatedCaipNetworkId' | 'testnet'> & {
  readonly explorer?: { readonly name: string; readonly url: string }
  /** Milliseconds. */
  readonly blockTime?: number
  readonly multicall3?: string
  readonly ens?: { readonly universalResolver: string }
  /** Public nodes, where some speak JSON-RPC and ask for no key. */
  readonly urls?: readonly string[]
}

/** Nodes that anybody may read from. */
const publicNodes: Readonly<Record<CaipNetworkId, readonly string[]>> = {
  [solanaMainnet.caipNetworkId]: ['https://api.mainnet-beta.solana.com'],
  [solanaDevnet.caipNetworkId]: ['https://api.devnet.solana.com'],
  [solanaTestnet.caipNetworkId]: ['https://api.testnet.solana.com'],
}

function toWellKnown({ blockExplorers, ...network }: Network): WellKnownNetwork {
  const { blockTime } = families[network.chainNamespace]
  const urls = publicNodes[network.caipNetworkId]
  return {
    ...network,
    ...(blockExplorers?.default && { explorer: blockExplorers.default }),
    ...(blockTime !== undefined && { blockTime }),
    ...(urls && { urls }),
  }
}

/** Networks beyond EVM by CAIP-2 id: those that the families declare. A configuration has to name them only. */
export const wellKnownNetworks: Readonly<Record<CaipNetworkId, WellKnownNetwork>> = {
  ...Object.fromEntries(familyNetworks.map((network) => [network.caipNetworkId, toWellKnown(network)])),
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    name: 'Bitcoin Regtest',
    network: 'bitcoin-regtest',
    nativeCurrency: bitcoin.nativeCurrency,
    testnet: true,
  },
}
