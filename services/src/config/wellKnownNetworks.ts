import {
  bitcoin,
  bitcoinTestnet,
  builtInNetworks,
  type CaipNetworkId,
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
  /** Public nodes, where some speak JSON-RPC and ask for no key. */
  readonly urls?: readonly string[]
}

type Facts = Pick<WellKnownNetwork, 'blockTime' | 'urls'>
const solana = (cluster: string): Facts => ({ blockTime: 400, urls: [`https://api.${cluster}.solana.com`] })
const blocksOfBitcoin: Facts = { blockTime: 600_000 }

/** Where the networks of the specification (section 1) are read, and how fast they are. */
const facts: Readonly<Partial<Record<CaipNetworkId, Facts>>> = {
  [solanaMainnet.caipNetworkId]: solana('mainnet-beta'),
  [solanaDevnet.caipNetworkId]: solana('devnet'),
  [solanaTestnet.caipNetworkId]: solana('testnet'),
  [bitcoin.caipNetworkId]: blocksOfBitcoin,
  [bitcoinTestnet.caipNetworkId]: blocksOfBitcoin,
}

const withFacts = ({ blockExplorers, ...network }: Network): WellKnownNetwork => ({
  ...network,
  ...(blockExplorers?.default ? { explorer: blockExplorers.default } : {}),
  ...facts[network.caipNetworkId],
})

const polkadot = (network: string, symbol: string, decimals: number) => ({
  network,
  nativeCurrency: { name: symbol, symbol, decimals },
  blockTime: 6_000,
  explorer: { name: 'Subscan', url: `https://${network}.subscan.io` },
})
const cosmosHub = { nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 }, blockTime: 6_000 }

/** Networks beyond EVM by CAIP-2 id: the built-in ones, and the main and test ones of the other families. A configuration has to name them only. */
export const wellKnownNetworks: Readonly<Record<CaipNetworkId, WellKnownNetwork>> = {
  ...Object.fromEntries(builtInNetworks.map((network) => [network.caipNetworkId, withFacts(network)])),
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    name: 'Bitcoin Regtest',
    network: 'bitcoin-regtest',
    nativeCurrency: bitcoin.nativeCurrency,
    testnet: true,
  },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': { ...polkadot('polkadot', 'DOT', 10), name: 'Polkadot' },
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { ...polkadot('kusama', 'KSM', 12), name: 'Kusama' },
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': { ...polkadot('westend', 'WND', 12), name: 'Westend', testnet: true },
  'cosmos:cosmoshub-4': {
    ...cosmosHub,
    name: 'Cosmos Hub',
    network: 'cosmoshub',
    explorer: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' },
  },
  'cosmos:provider': { ...cosmosHub, name: 'Cosmos Hub Testnet', network: 'cosmoshub-testnet', testnet: true },
}
