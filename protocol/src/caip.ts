import type { CaipAddress, CaipNetworkId } from './entities.js'
import { type NamespaceId, namespaceIds } from './families/ids.js'
import { errors } from './messages.js'

/**
 * Tells whether a string names one of the chain families.
 */
export function isNamespaceId(value: unknown): value is NamespaceId {
  return (namespaceIds as readonly unknown[]).includes(value)
}

/**
 * Splits a CAIP-2 chain id, for example `eip155:1`.
 *
 * @throws Error 'Invalid CAIP-2 network id' unless there are exactly two non-empty parts, the first a known namespace (CAIP-2)
 */
export function parseCaipNetworkId(id: string): { namespace: NamespaceId; reference: string } {
  const [namespace, reference, ...rest] = id.split(':')
  if (!isNamespaceId(namespace) || !reference || rest.length > 0) throw new Error(errors.invalidCaipNetworkId)
  return { namespace, reference }
}

/**
 * Splits a CAIP-10 account id, for example `eip155:1:0xabc…`.
 *
 * @throws Error 'Invalid CAIP-10 address' unless there are exactly three non-empty parts, the first a known namespace (CAIP-10)
 */
export function parseCaipAddress(id: string): { namespace: NamespaceId; reference: string; address: string } {
  const [namespace, reference, address, ...rest] = id.split(':')
  if (!isNamespaceId(namespace) || !reference || !address || rest.length > 0) throw new Error(errors.invalidCaipAddress)
  return { namespace, reference, address }
}

/** Joins a chain id and an address to a CAIP-10 account id. */
export function toCaipAddress(networkId: CaipNetworkId, address: string): CaipAddress {
  return `${networkId}:${address}`
}

/** The namespace of a CAIP-2 id that is already known to be valid. */
export function namespaceOf(networkId: CaipNetworkId): NamespaceId {
  return networkId.slice(0, networkId.indexOf(':')) as NamespaceId
}

/** The reference (the part behind the colon) of a CAIP-2 id that is already known to be valid. */
export function referenceOf(networkId: CaipNetworkId): string {
  return networkId.slice(networkId.indexOf(':') + 1)
}
