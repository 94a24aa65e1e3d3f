/** Optional 0x prefix, then 40 hex characters (specification section 5). */
export function isAddress(value: string): boolean {
  return /^(0x)?[0-9a-f]{40}$/i.test(value)
}

/**
 * The address with prefix and EIP-55 checksum. The hash that it takes is fetched now: the first view does without.
 *
 * @throws viem's InvalidAddressError for anything {@link isAddress} refuses
 */
export async function formatAddress(address: string): Promise<string> {
  const digits = address.replace(/^0x/i, '').toLowerCase()
  const { getAddress } = await import('viem/utils')
  return getAddress(`0x${digits}`)
}
