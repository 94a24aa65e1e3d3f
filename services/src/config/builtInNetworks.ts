import type { CaipNetworkId, Network } from '@latchkey/protocol'

/** What is known of a network without asking anybody. */
export type BuiltInNetwork = Pick<Network, 'name' | 'nativeCurrency' | 'network' | 'deprecatedCaipNetworkId' | 'testnet'> & {
  readonly explorer?: { readonly name: string; readonly url: string }
  /** Milliseconds. */
  readonly blockTime?: number
  /** Public nodes, where some speak JSON-RPC and ask for no key. */
  readonly urls?: readonly string[]
}

const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const btc = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
const solana = (network: string, query = '') => ({
  network,
  nativeCurrency: sol,
  blockTime: 400,
  urls: [`https://api.${network}.solana.com`],
  explorer: { name: 'Solana Explorer', url: `https://explorer.solana.com/${query}` },
})
const bitcoin = (network: string, path?: string) => ({
  network,
  nativeCurrency: btc,
  blockTime: 600_000,
  ...(path === undefined ? {} : { explorer: { name: 'mempool.space', url: `https://mempool.space${path}` } }),
})
const polkadot = (network: string, symbol: string, decimals: number) => ({
  network,
  nativeCurrency: { name: symbol, symbol, decimals },
  blockTime: 6_000,
  explorer: { name: 'Subscan', url: `https://${network}.subscan.io` },
})

/**
 * Networks beyond EVM by CAIP-2 id: those of the specification (section 1), and the main ones of the other families. A configuration only has to
 * name them. The first half of a genesis hash is the reference (CAIP-2 profiles of solana, bip122 and polkadot).
 */
export const builtInNetworks: Readonly<Record<CaipNetworkId, BuiltInNetwork>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    ...solana('mainnet-beta'),
    name: 'Solana',
    deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    ...solana('devnet', '?cluster=devnet'),
    name: 'Solana Devnet',
    deprecatedCaipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
    testnet: true,
  },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': { ...solana('testnet', '?cluster=testnet'), name: 'Solana Testnet', testnet: true },
  'bip122:000000000019d6689c085ae165831e93': { ...bitcoin('bitcoin', ''), name: 'Bitcoin' },
  'bip122:000000000933ea01ad0ee984209779ba': { ...bitcoin('bitcoin-testnet', '/testnet'), name: 'Bitcoin Testnet', testnet: true },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': { ...bitcoin('bitcoin-regtest'), name: 'Bitcoin Regtest', testnet: true },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': { ...polkadot('polkadot', 'DOT', 10), name: 'Polkadot' },
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { ...polkadot('kusama', 'KSM', 12), name: 'Kusama' },
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': { ...polkadot('westend', 'WND', 12), name: 'Westend', testnet: true },
  'cosmos:cosmoshub-4': {
    name: 'Cosmos Hub',
    network: 'cosmoshub',
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    blockTime: 6_000,
    explorer: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' },
  },
  'cosmos:provider': {
    name: 'Cosmos Hub Testnet',
    network: 'cosmoshub-testnet',
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    blockTime: 6_000,
    testnet: true,
  },
}
