import { addressOrder, type NamespaceId, namespaceOf } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import type { Chain } from '../config/chains.js'
import { isBitcoinAddress, isCosmosAddress, isPolkadotAddress } from './checksummedAddress.js'

/** 32 bytes. The length is looked at first: base58 takes quadratic time. */
const isSolanaAddress = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32

/** How addresses look. EVM addresses are kept in lower case. */
const families: Readonly<Record<NamespaceId, (text: string) => string | null>> = {
  eip155: (text) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : null),
  solana: (text) => (isSolanaAddress(text) ? text : null),
  polkadot: (text) => (isPolkadotAddress(text) ? text : null),
  bip122: (text) => (isBitcoinAddress(text) ? text : null),
  cosmos: (text) => (isCosmosAddress(text) ? text : null),
}

/**
 * An address as its family writes it.
 *
 * @param text of any length
 * @returns null for what is no address of the family
 * @example
 * accountAddress('eip155', '0xABC…') // '0xabc…'
 */
export const accountAddress = (namespace: NamespaceId, text: string): string | null => families[namespace](text)

/**
 * The chains that an address may have something on: all of its family, also of one whose accounts the server does not read. Null when it is an
 * address of none.
 */
export function chainsOfAddress(
  chains: readonly Chain[],
  text: string,
): { readonly namespace: NamespaceId; readonly address: string; readonly chains: readonly Chain[] } | null {
  for (const namespace of addressOrder) {
    const address = accountAddress(namespace, text)
    if (address !== null)
      return { namespace, address, chains: chains.filter(({ caipNetworkId }) => namespaceOf(caipNetworkId) === namespace) }
  }
  return null
}
