import { namespaceOf, referenceOf } from '../caip.js'
import type { CaipNetworkId } from '../entities.js'
import type { Family } from '../families/family.js'
import { families } from '../families/index.js'
import type { SignInMessage } from './message.js'

/**
 * Whether a message names this network: by its CAIP-2 reference, or by the name that wallets have for it.
 *
 * @example namesNetwork({ chainId: 'mainnet' }, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') // true
 */
export function namesNetwork({ chainId }: Pick<SignInMessage, 'chainId'>, networkId: CaipNetworkId): boolean {
  const reference = referenceOf(networkId)
  const { signInNetworks = {} }: Family = families[namespaceOf(networkId)]
  return chainId === reference || (Object.hasOwn(signInNetworks, reference) && signInNetworks[reference] === chainId)
}
