import type { PlaygroundChain } from '../../config.js'
import { isLocalHost } from '../../testWallet/chains.js'
import { createBitcoinWallet, registerBitcoinWallet } from './bitcoinWallet.js'
import { createCosmosWallet, registerCosmosWallet } from './cosmosWallet.js'
import { createPolkadotWallet, registerPolkadotWallet } from './polkadotWallet.js'
import { createSolanaWallet, registerWallet } from './solanaWallet.js'

/** Chains without money on them, for which the test wallets may sign. */
const testChains: readonly string[] = [
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
  'cosmos:provider',
]
/** Mainnet, devnet and testnet: a gateway on this machine may serve them too, and then looks like a local node. */
const publicSolana = /^solana:(?:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp|EtWTRABZaYq6iMfeYKouRu166VU2xqa1|4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z)$/

/** Puts a test wallet into the page for each family that has a test chain among the page's. Called on development servers only. */
export function startTestWallets(chains: readonly PlaygroundChain[]): void {
  const ids = chains.map(({ caipNetworkId }) => caipNetworkId).filter((id) => testChains.includes(id))
  const of = (family: string) => ids.filter((id) => id.startsWith(`${family}:`))
  const solana = chains.find(
    ({ caipNetworkId, rpcUrl }) =>
      caipNetworkId.startsWith('solana:') && !publicSolana.test(caipNetworkId) && rpcUrl && isLocalHost(rpcUrl),
  )
  if (solana?.rpcUrl) registerWallet(createSolanaWallet(solana.rpcUrl))
  if (of('bip122').length > 0) registerBitcoinWallet(createBitcoinWallet())
  if (of('polkadot').length > 0) registerPolkadotWallet(createPolkadotWallet())
  const references = of('cosmos').map((id) => id.slice('cosmos:'.length))
  if (references.length > 0) registerCosmosWallet(createCosmosWallet(references))
}
