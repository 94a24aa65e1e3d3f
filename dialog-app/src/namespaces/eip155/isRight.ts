import { formatAddress } from './address.js'

/** Whether the letters of an address are its checksum (EIP-55), or say nothing: all small, or all capital. */
export async function isRight(address: string): Promise<boolean> {
  const digits = address.replace(/^0x/i, '')
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || `0x${digits}` === (await formatAddress(address))
}
