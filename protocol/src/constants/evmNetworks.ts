import type { NativeCurrency, Network } from '../entities.js'

/*
 * EVM networks that pages name often, so that a page needs no library to name them. They have viem's names, and its facts: a test compares them.
 * Where they are read is the server's configuration.
 */

const ether: NativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

type Facts = { readonly nativeCurrency?: NativeCurrency; readonly testnet?: true }

/** A chain of the EVM family, by its EIP-155 chain id. */
function evmNetwork(id: number, name: string, explorer: readonly [name: string, url: string], facts: Facts = {}): Network {
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name,
    nativeCurrency: ether,
    rpcUrls: {},
    blockExplorers: { default: { name: explorer[0], url: explorer[1] } },
    ...facts,
  }
}

const testnet = true

export const mainnet = /*#__PURE__*/ evmNetwork(1, 'Ethereum', ['Etherscan', 'https://etherscan.io'])
export const arbitrum = /*#__PURE__*/ evmNetwork(42_161, 'Arbitrum One', ['Arbiscan', 'https://arbiscan.io'])
export const avalanche = /*#__PURE__*/ evmNetwork(43_114, 'Avalanche', ['SnowTrace', 'https://snowtrace.io'], {
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
})
export const base = /*#__PURE__*/ evmNetwork(8453, 'Base', ['Basescan', 'https://basescan.org'])
export const bsc = /*#__PURE__*/ evmNetwork(56, 'BNB Smart Chain', ['BscScan', 'https://bscscan.com'], {
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
})
export const celo = /*#__PURE__*/ evmNetwork(42_220, 'Celo', ['Celo Explorer', 'https://celoscan.io'], {
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
})
export const gnosis = /*#__PURE__*/ evmNetwork(100, 'Gnosis', ['Gnosisscan', 'https://gnosisscan.io'], {
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
})
export const linea = /*#__PURE__*/ evmNetwork(59_144, 'Linea Mainnet', ['Etherscan', 'https://lineascan.build'], {
  nativeCurrency: { name: 'Linea Ether', symbol: 'ETH', decimals: 18 },
})
export const optimism = /*#__PURE__*/ evmNetwork(10, 'OP Mainnet', ['Optimism Explorer', 'https://optimistic.etherscan.io'])
export const polygon = /*#__PURE__*/ evmNetwork(137, 'Polygon', ['PolygonScan', 'https://polygonscan.com'], {
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
})
export const scroll = /*#__PURE__*/ evmNetwork(534_352, 'Scroll', ['Scrollscan', 'https://scrollscan.com'])
export const zksync = /*#__PURE__*/ evmNetwork(324, 'ZKsync Era', ['ZKsync Explorer', 'https://explorer.zksync.io'])
export const sepolia = /*#__PURE__*/ evmNetwork(11_155_111, 'Sepolia', ['Etherscan', 'https://sepolia.etherscan.io'], {
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  testnet,
})
export const arbitrumSepolia = /*#__PURE__*/ evmNetwork(421_614, 'Arbitrum Sepolia', ['Arbiscan', 'https://sepolia.arbiscan.io'], {
  nativeCurrency: { name: 'Arbitrum Sepolia Ether', symbol: 'ETH', decimals: 18 },
  testnet,
})
export const baseSepolia = /*#__PURE__*/ evmNetwork(84_532, 'Base Sepolia', ['Basescan', 'https://sepolia.basescan.org'], {
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  testnet,
})
export const optimismSepolia = /*#__PURE__*/ evmNetwork(
  11_155_420,
  'OP Sepolia',
  ['Blockscout', 'https://optimism-sepolia.blockscout.com'],
  { nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 }, testnet },
)
