import { type CaipNetworkId, referenceOf } from '@latchkey/protocol'

/** The Wallet Standard's names for Solana's public chains, by genesis hash (CAIP-2). */
const names: Readonly<Record<string, CaipNetworkId>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}
/** Every chain that has no name of its own. */
const local = 'solana:localnet'

/** What a wallet calls a network. Some call chains by their CAIP-2 id. */
export function toStandardChain(networkId: CaipNetworkId | null, chains: readonly string[]): CaipNetworkId | undefined {
  if (!networkId) return undefined
  return chains.includes(networkId) ? networkId : (names[referenceOf(networkId)] ?? local)
}

/** The CAIP-2 id of a chain's name; `solana:localnet`, and what is unknown, stays as it is. */
export function fromStandardChain(chain: string): string {
  const reference = Object.keys(names).find((key) => names[key] === chain)
  return reference ? `solana:${reference}` : chain
}
