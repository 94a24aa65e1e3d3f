import type { Chain } from '../config/chains.js'

/** What price services call a chain, and the coin that pays for its transactions. */
export type ChainNames = {
  readonly defillama: string
  readonly coingecko: { readonly platform: string; readonly coin: string }
}

const ether = 'ethereum'

/** From the services' public lists of chains (`/asset_platforms` of CoinGecko, the chain slugs of DefiLlama). */
const names: Readonly<Record<string, ChainNames>> = {
  'eip155:1': { defillama: 'ethereum', coingecko: { platform: 'ethereum', coin: ether } },
  'eip155:10': { defillama: 'optimism', coingecko: { platform: 'optimistic-ethereum', coin: ether } },
  'eip155:56': { defillama: 'bsc', coingecko: { platform: 'binance-smart-chain', coin: 'binancecoin' } },
  'eip155:100': { defillama: 'xdai', coingecko: { platform: 'xdai', coin: 'xdai' } },
  'eip155:137': { defillama: 'polygon', coingecko: { platform: 'polygon-pos', coin: 'polygon-ecosystem-token' } },
  'eip155:250': { defillama: 'fantom', coingecko: { platform: 'fantom', coin: 'fantom' } },
  'eip155:324': { defillama: 'era', coingecko: { platform: 'zksync', coin: ether } },
  'eip155:8217': { defillama: 'klaytn', coingecko: { platform: 'klay-token', coin: 'kaia' } },
  'eip155:8453': { defillama: 'base', coingecko: { platform: 'base', coin: ether } },
  'eip155:42161': { defillama: 'arbitrum', coingecko: { platform: 'arbitrum-one', coin: ether } },
  'eip155:42220': { defillama: 'celo', coingecko: { platform: 'celo', coin: 'celo' } },
  'eip155:43114': { defillama: 'avax', coingecko: { platform: 'avalanche', coin: 'avalanche-2' } },
  'eip155:1313161554': { defillama: 'aurora', coingecko: { platform: 'aurora', coin: ether } },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { defillama: 'solana', coingecko: { platform: 'solana', coin: 'solana' } },
}

/** Undefined for a chain that price services do not know: test networks and an operator's own chains have no market. */
export const chainNames = ({ caipNetworkId }: Pick<Chain, 'caipNetworkId'>): ChainNames | undefined => names[caipNetworkId]
