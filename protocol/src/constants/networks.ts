import type { AccountType, CaipNetworkId, NamespaceId, NativeCurrency, Network } from '../entities.js'

/*
 * Networks beyond EVM that every installation knows (specification section 1). Where they are read is configuration: whoever serves them adds
 * the URLs.
 */

const sol: NativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const atom: NativeCurrency = { name: 'Atom', symbol: 'ATOM', decimals: 6 }
const btc: NativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

/** Wallets of before CAIP-2's present Solana profile call mainnet and devnet by other ids (rules.md, WalletConnect). */
export const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  chainNamespace: 'solana',
  name: 'Solana',
  network: 'solana-mainnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
} as const satisfies Network

export const solanaDevnet = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  deprecatedCaipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
  chainNamespace: 'solana',
  name: 'Solana Devnet',
  network: 'solana-devnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io/?cluster=devnet' } },
  testnet: true,
} as const satisfies Network

export const solanaTestnet = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  chainNamespace: 'solana',
  name: 'Solana Testnet',
  network: 'solana-testnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io/?cluster=testnet' } },
  testnet: true,
} as const satisfies Network

/** Bitcoin's references are the first 32 digits of the genesis block's hash (CAIP-2, bip122). */
export const bitcoin = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  network: 'bitcoin-mainnet',
  nativeCurrency: btc,
  rpcUrls: {},
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
} as const satisfies Network

export const bitcoinTestnet = {
  id: '000000000933ea01ad0ee984209779ba',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  chainNamespace: 'bip122',
  name: 'Bitcoin Testnet',
  network: 'bitcoin-testnet',
  nativeCurrency: btc,
  rpcUrls: {},
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
} as const satisfies Network

/** Polkadot's references are the first 32 digits of the genesis block's hash (CAIP-2, polkadot). */
const relayChain = (
  reference: string,
  network: string,
  name: string,
  symbol: string,
  decimals: number,
  facts: { readonly testnet?: true } = {},
) =>
  ({
    id: reference,
    caipNetworkId: `polkadot:${reference}`,
    chainNamespace: 'polkadot',
    name,
    network,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: {},
    blockExplorers: { default: { name: 'Subscan', url: `https://${network}.subscan.io` } },
    ...facts,
  }) as const satisfies Network

export const polkadot = /*#__PURE__*/ relayChain('91b171bb158e2d3848fa23a9f1c25182', 'polkadot', 'Polkadot', 'DOT', 10)
export const kusama = /*#__PURE__*/ relayChain('b0a8d493285c2df73290dfb7e61f870f', 'kusama', 'Kusama', 'KSM', 12)
export const westend = /*#__PURE__*/ relayChain('e143f23803ac50e8f6f8e62695d1ce9e', 'westend', 'Westend', 'WND', 12, { testnet: true })

export const cosmosHub = {
  id: 'cosmoshub-4',
  caipNetworkId: 'cosmos:cosmoshub-4',
  chainNamespace: 'cosmos',
  name: 'Cosmos Hub',
  network: 'cosmoshub',
  nativeCurrency: atom,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' } },
} as const satisfies Network

export const cosmosHubTestnet = {
  id: 'provider',
  caipNetworkId: 'cosmos:provider',
  chainNamespace: 'cosmos',
  name: 'Cosmos Hub Testnet',
  network: 'cosmoshub-testnet',
  nativeCurrency: atom,
  rpcUrls: {},
  testnet: true,
} as const satisfies Network

export const builtInNetworks: readonly Network[] = [solanaMainnet, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet]

/** Where a wallet is taken to be that does not say, when the page uses no network of the family. */
export const mainNetworkIds = {
  eip155: 'eip155:1',
  solana: solanaMainnet.caipNetworkId,
  bip122: bitcoin.caipNetworkId,
  polkadot: polkadot.caipNetworkId,
  cosmos: cosmosHub.caipNetworkId,
} as const satisfies Readonly<Record<NamespaceId, CaipNetworkId>>

/** Which kind of account comes first while a person has not chosen another (specification section 9). */
export const defaultAccountTypes = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
  polkadot: 'eoa',
  cosmos: 'eoa',
} as const satisfies Readonly<Record<NamespaceId, AccountType>>

/** Place of a kind of Bitcoin account in a wallet's list (specification section 9). */
export const bitcoinAccountIndexes = { payment: 0, ordinal: 1 } as const satisfies Partial<Record<AccountType, number>>
