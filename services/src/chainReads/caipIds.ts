import { caipNetworkIdPattern, type NamespaceId, namespaceOf, nativeTokenAddress } from '@latchkey/protocol'
import { accountAddress } from './accountAddress.js'

/** What a CAIP-10 id names. */
type CaipId = {
  readonly namespace: NamespaceId
  /** CAIP-2; the network need not be configured. */
  readonly chainId: string
  /** As the family writes it. */
  readonly address: string
}

const parts = new RegExp(`^(${caipNetworkIdPattern}):([^:]{1,128})$`)

function read(id: string, addressOf: (namespace: NamespaceId, text: string) => string | null): CaipId | null {
  const [, chainId = '', text = ''] = parts.exec(id) ?? []
  if (!chainId) return null
  const namespace = namespaceOf(chainId as `${NamespaceId}:${string}`)
  const address = addressOf(namespace, text)
  return address === null ? null : { namespace, chainId, address }
}

/**
 * Reads the id of an account on a network of any family.
 *
 * @param id CAIP-10; may be anything
 * @returns null for what is no such id
 */
export const readAccountId = (id: string): CaipId | null => read(id, accountAddress)

/**
 * Reads the id of a token. The native coin has one name on every network, `0xeee…eee`.
 *
 * @param id CAIP-10; may be anything
 * @returns null for what is no such id
 * @example
 * readTokenId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')?.address // nativeTokenAddress
 */
export const readTokenId = (id: string): CaipId | null =>
  read(id, (namespace, text) => (text.toLowerCase() === nativeTokenAddress ? nativeTokenAddress : accountAddress(namespace, text)))
