import { codes, errors, type Network, RpcError, type SecureBoot } from '@latchkey/protocol'

/** Families that one seed serves. */
export const families = ['eip155', 'solana'] as const
export type Family = (typeof families)[number]

const isFamily = (namespace: string): namespace is Family => (families as readonly string[]).includes(namespace)

/** Whether there are contracts and smart accounts there, and messages that a page can sign in with (EIP-4361). */
export const isEvm = ({ chainNamespace }: Pick<Network, 'chainNamespace'>): boolean => chainNamespace === 'eip155'

/** Networks of the project that the embedded wallet serves. */
export const servedNetworks = ({ networks }: Pick<SecureBoot, 'networks'>): Network[] =>
  networks.filter(({ chainNamespace }) => isFamily(chainNamespace))

/**
 * A network of the project, by its CAIP-2 id.
 *
 * @throws RpcError 4902 'Chain is not supported'
 */
export function networkOf(boot: Pick<SecureBoot, 'networks'>, chainId: string): Network & { readonly chainNamespace: Family } {
  const found = servedNetworks(boot).find(
    ({ caipNetworkId, deprecatedCaipNetworkId }) => caipNetworkId === chainId || deprecatedCaipNetworkId === chainId,
  )
  if (!found) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported)
  return found as Network & { readonly chainNamespace: Family }
}
