import type { CaipNetworkId, NamespaceId, Network } from '@latchkey/protocol'

const network = (caipNetworkId: CaipNetworkId): Network => {
  const [chainNamespace = '', id = ''] = caipNetworkId.split(':')
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  return { id, caipNetworkId, chainNamespace: chainNamespace as NamespaceId, name: caipNetworkId, nativeCurrency, rpcUrls: {} }
}

export const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoinId = 'bip122:000000000019d6689c085ae165831e93'
export const polkadotId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
export const cosmosId = 'cosmos:cosmoshub-4'

/** Networks of all five families. */
export const testNetworks: readonly Network[] = ['eip155:31337', 'eip155:1', solanaId, bitcoinId, polkadotId, cosmosId].map((id) =>
  network(id as CaipNetworkId),
)
