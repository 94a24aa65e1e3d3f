/** Optional 0x prefix, then 40 hex characters. */
export function isAddress(value: string): boolean {
  return /^(0x)?[0-9a-f]{40}$/i.test(value)
}

/**
 * The address with prefix and checksum (EIP-55): a letter is a capital where the hash of the small letters has a high digit. The hash is fetched
 * now: the first view does without.
 *
 * @throws Error for anything {@link isAddress} refuses
 */
export async function formatAddress(address: string): Promise<string> {
  if (!isAddress(address)) throw new Error(`"${address}" is no address`)
  const digits = address.replace(/^0x/i, '').toLowerCase()
  const { keccak_256 } = await import('@noble/hashes/sha3.js')
  const hash = keccak_256(new TextEncoder().encode(digits))
  const isHigh = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 ? 0 : 4)) % 16 >= 8
  return `0x${[...digits].map((digit, index) => (isHigh(index) ? digit.toUpperCase() : digit)).join('')}`
}
