/*
 * Networks to name in the options: `createModal({ networks: [base, solana] })`. EVM ones have viem's names. Where they are read is the server's
 * configuration; a network that the server does not know works in wallets, and its balances and reads are not there.
 */
export {
  arbitrum,
  arbitrumSepolia,
  avalanche,
  base,
  baseSepolia,
  bitcoin,
  bitcoinTestnet,
  bsc,
  celo,
  cosmosHub,
  cosmosHubTestnet,
  gnosis,
  kusama,
  linea,
  mainnet,
  type Network,
  optimism,
  optimismSepolia,
  polkadot,
  polygon,
  scroll,
  sepolia,
  solanaDevnet,
  solanaMainnet as solana,
  solanaTestnet,
  westend,
  zksync,
} from '@latchkey/protocol'
