import { adapterErrors, alerts, codes, type Network, parseCaipNetworkId, RpcError } from '@latchkey/protocol'

/**
 * The network that a switch is to: it names its family, the page uses that family, and that network of it. Pure.
 *
 * @param networks the page's; one may be asked for by its older id
 * @throws Error 'Invalid CAIP-2 network id'; RpcError 4902 'Chain adapter not found' for a family that the page does not use, 'Network Not
 *   Found' for such a network of a family that it uses
 */
export function switchTarget(id: string, networks: readonly Network[]): Network {
  const { namespace } = parseCaipNetworkId(id)
  const family = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  if (family.length === 0) throw new RpcError(codes.chainNotAdded, adapterErrors.chainAdapterNotFound, { data: { id } })
  const found = family.find(({ caipNetworkId, deprecatedCaipNetworkId }) => caipNetworkId === id || deprecatedCaipNetworkId === id)
  if (!found) throw new RpcError(codes.chainNotAdded, alerts.networkNotFound, { data: { id } })
  return found
}
