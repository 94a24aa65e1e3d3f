import { z } from '@hono/zod-openapi'
import { caipNetworkIdPattern, type NamespaceId, namespaceIds, namespaceOf, nativeTokenAddress } from '@latchkey/protocol'
import { accountAddress, chainsOfAddress } from './accountAddress.js'

/** What a CAIP-10 id names. */
type CaipId = {
  readonly namespace: NamespaceId
  /** CAIP-2; the network need not be configured. */
  readonly chainId: string
  /** As the family writes it. */
  readonly address: string
}

const ofFamily = new RegExp(`^(?:${caipNetworkIdPattern})$`)
/** Of a family that we do not know, what CAIP-2 says of all. */
const ofAny = /^([-a-z0-9]{3,8}):[-_a-zA-Z0-9]{1,32}$/

/** Whether a text is the id of a network (CAIP-2), of a family that we know or of another one. */
export function isNetworkId(text: string): boolean {
  const [, family] = ofAny.exec(text) ?? []
  return family !== undefined && (ofFamily.test(text) || !(namespaceIds as readonly string[]).includes(family))
}

/** The id of a network as a parameter; it need not be configured. */
export const networkId = z
  .string()
  .refine(isNetworkId, { error: 'must be a CAIP-2 id such as eip155:1' })
  .openapi({ description: 'CAIP-2.', example: 'eip155:1' })

/** The address of an account of any family as a parameter. */
export const anyAddress = z.string().refine((text) => chainsOfAddress([], text) !== null, { error: 'must be an address' })

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
