import { namespaceOf, referenceOf } from '../caip.js'
import type { CaipNetworkId } from '../entities.js'
import type { Family } from '../families/family.js'
import { families } from '../families/index.js'
import type { SignInMessage } from './message.js'

/**
 * How a sign-in message names a network: by the family's own word where it has one, else by the reference of its CAIP-2 id.
 *
 * @example nameInMessage('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') // 'mainnet'
 */
export function nameInMessage(networkId: CaipNetworkId): string {
  const { signInNetworks = {} }: Family = families[namespaceOf(networkId)]
  const reference = referenceOf(networkId)
  return (Object.hasOwn(signInNetworks, reference) && signInNetworks[reference]) || reference
}

/**
 * Whether a message names this network: by its CAIP-2 reference, or by the name that wallets have for it.
 *
 * @example namesNetwork({ chainId: 'mainnet' }, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') // true
 */
export function namesNetwork({ chainId }: Pick<SignInMessage, 'chainId'>, networkId: CaipNetworkId): boolean {
  return chainId === referenceOf(networkId) || chainId === nameInMessage(networkId)
}
