import type { CaipAddress, CaipNetworkId } from './entities.js'
import { type NamespaceId, namespaceIds } from './families/ids.js'
import { errors } from './messages.js'

/**
 * Tells whether a value is the CAIP-2 namespace of one of our chain families.
 *
 * @example
 * isNamespaceId('eip155') // true
 * isNamespaceId('tron') // false
 */
export function isNamespaceId(value: unknown): value is NamespaceId {
  return (namespaceIds as readonly unknown[]).includes(value)
}

/**
 * Splits a chain id (CAIP-2).
 *
 * @param id `<namespace>:<reference>`
 * @throws Error 'Invalid CAIP-2 network id' unless there are exactly two non-empty parts, the first a known namespace
 * @example
 * parseCaipNetworkId('eip155:1') // { namespace: 'eip155', reference: '1' }
 */
export function parseCaipNetworkId(id: string): { namespace: NamespaceId; reference: string } {
  const [namespace, reference, ...rest] = id.split(':')
  if (!isNamespaceId(namespace) || !reference || rest.length > 0) throw new Error(errors.invalidCaipNetworkId)
  return { namespace, reference }
}

/**
 * Splits an account id (CAIP-10).
 *
 * @param id `<namespace>:<reference>:<address>`
 * @throws Error 'Invalid CAIP-10 address' unless there are exactly three non-empty parts, the first a known namespace
 * @example
 * parseCaipAddress('eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb').address // '0xab16…'
 */
export function parseCaipAddress(id: string): { namespace: NamespaceId; reference: string; address: string } {
  const [namespace, reference, address, ...rest] = id.split(':')
  if (!isNamespaceId(namespace) || !reference || !address || rest.length > 0) throw new Error(errors.invalidCaipAddress)
  return { namespace, reference, address }
}

/**
 * Joins a chain id (CAIP-2) and an address to an account id (CAIP-10).
 *
 * @example
 * toCaipAddress('eip155:1', '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb') // 'eip155:1:0xab16…'
 */
export function toCaipAddress(networkId: CaipNetworkId, address: string): CaipAddress {
  return `${networkId}:${address}`
}

/**
 * The namespace of a CAIP-2 id that is already known to be valid.
 *
 * @example
 * namespaceOf('eip155:8453') // 'eip155'
 */
export function namespaceOf(networkId: CaipNetworkId): NamespaceId {
  return networkId.slice(0, networkId.indexOf(':')) as NamespaceId
}

/**
 * The reference (the part behind the colon) of a CAIP-2 id that is already known to be valid.
 *
 * @example
 * referenceOf('eip155:8453') // '8453'
 */
export function referenceOf(networkId: CaipNetworkId): string {
  return networkId.slice(networkId.indexOf(':') + 1)
}
