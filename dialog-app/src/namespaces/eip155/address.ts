import { getAddress } from 'viem/utils'

/** Optional 0x prefix, then 40 hex characters (specification section 5). */
export function isAddress(value: string): boolean {
  return /^(0x)?[0-9a-f]{40}$/i.test(value)
}

/**
 * The address with prefix and EIP-55 checksum.
 *
 * @throws viem's InvalidAddressError for anything {@link isAddress} refuses
 */
export function formatAddress(address: string): string {
  const digits = address.replace(/^0x/i, '').toLowerCase()
  return getAddress(`0x${digits}`)
}
