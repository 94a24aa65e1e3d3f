import {
  bitcoin,
  bitcoinTestnet,
  builtInNetworks,
  type CaipNetworkId,
  cosmosHub,
  cosmosHubTestnet,
  kusama,
  type Network,
  polkadot,
  solanaDevnet,
  solanaMainnet,
  solanaTestnet,
  westend,
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
const sixSeconds: Facts = { blockTime: 6_000 }

/** Where the networks of the specification (section 1) are read, and how fast they are. */
const facts: Readonly<Partial<Record<CaipNetworkId, Facts>>> = {
  [solanaMainnet.caipNetworkId]: solana('mainnet-beta'),
  [solanaDevnet.caipNetworkId]: solana('devnet'),
  [solanaTestnet.caipNetworkId]: solana('testnet'),
  [bitcoin.caipNetworkId]: blocksOfBitcoin,
  [bitcoinTestnet.caipNetworkId]: blocksOfBitcoin,
  [polkadot.caipNetworkId]: sixSeconds,
  [kusama.caipNetworkId]: sixSeconds,
  [westend.caipNetworkId]: sixSeconds,
  [cosmosHub.caipNetworkId]: sixSeconds,
  [cosmosHubTestnet.caipNetworkId]: sixSeconds,
}

const withFacts = ({ blockExplorers, ...network }: Network): WellKnownNetwork => ({
  ...network,
  ...(blockExplorers?.default ? { explorer: blockExplorers.default } : {}),
  ...facts[network.caipNetworkId],
})

/** Networks beyond EVM by CAIP-2 id: the built-in ones, and the main and test ones of the other families. A configuration has to name them only. */
export const wellKnownNetworks: Readonly<Record<CaipNetworkId, WellKnownNetwork>> = {
  ...Object.fromEntries(
    [...builtInNetworks, polkadot, kusama, westend, cosmosHub, cosmosHubTestnet].map((network) => [
      network.caipNetworkId,
      withFacts(network),
    ]),
  ),
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    name: 'Bitcoin Regtest',
    network: 'bitcoin-regtest',
    nativeCurrency: bitcoin.nativeCurrency,
    testnet: true,
  },
}
