import type { Chain } from './chains.js'
import { ConfigError } from './mistakes.js'
import { isServed } from './networks.js'
import type { Config } from './schema.js'

/**
 * The sandbox gives coins away: on a network where they are worth something that would be a gift to everybody.
 *
 * @throws ConfigError naming each network that is no EVM or Solana test network of the configuration
 */
export function checkSandbox({ onramp }: Pick<Config, 'onramp'>, chains: readonly Chain[]): void {
  const mistakes = (onramp.sandbox?.chains ?? []).flatMap((id, index) => {
    const key = `onramp.sandbox.chains[${index}]`
    const chain = chains.find(({ caipNetworkId }) => caipNetworkId === id)
    if (!chain || !isServed(chain)) return [`${key} names ${id}, which is not among the chains with a node.`]
    if (!/^(?:eip155|solana):/.test(id)) return [`${key} names ${id}: the sandbox pays on EVM and Solana networks only.`]
    return chain.testnet ? [] : [`${key} names ${id}, which is no test network: the sandbox gives coins away.`]
  })
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}
