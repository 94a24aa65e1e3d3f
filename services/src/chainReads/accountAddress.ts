import { type NamespaceId, namespaceOf } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { isAddress } from 'viem'
import type { Chain } from '../config/chains.js'

const isSolanaAddress = (text: string): boolean => {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

/** Families whose balances and activity the server knows, and how their addresses look. EVM addresses are kept in lower case. */
const families: Partial<Record<NamespaceId, (text: string) => string | null>> = {
  eip155: (text) => (isAddress(text, { strict: false }) ? text.toLowerCase() : null),
  solana: (text) => (isSolanaAddress(text) ? text : null),
}

/**
 * An address as its family writes it.
 *
 * @returns null for what is no address of the family, or of a family whose accounts the server does not read
 * @example
 * accountAddress('eip155', '0xABC…') // '0xabc…'
 */
export const accountAddress = (namespace: NamespaceId, text: string): string | null => families[namespace]?.(text) ?? null

/** The chains that an address may have something on: all of its family. Null when it is an address of none. */
export function chainsOfAddress(
  chains: readonly Chain[],
  text: string,
): { readonly namespace: NamespaceId; readonly address: string; readonly chains: readonly Chain[] } | null {
  for (const namespace of Object.keys(families) as NamespaceId[]) {
    const address = accountAddress(namespace, text)
    if (address !== null)
      return { namespace, address, chains: chains.filter(({ caipNetworkId }) => namespaceOf(caipNetworkId) === namespace) }
  }
  return null
}
