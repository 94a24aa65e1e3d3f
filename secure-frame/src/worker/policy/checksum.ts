import { getAddress } from 'viem'

/** What a page is told of such an address. */
export const wrongChecksum = 'has a wrong checksum'

/**
 * Big and small letters of an EVM address are a checksum (ERC-55). Where it is wrong somebody mistyped the address, or changed it: nothing is sent there.
 * Letters that are all small, or all big, are no checksum.
 *
 * @example isMistyped('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // true: its first letter was a big one
 */
export function isMistyped(address: string): boolean {
  const digits = address.slice(2)
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && getAddress(address) !== address
}
